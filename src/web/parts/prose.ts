/**
 * What a text of Furrow says without what it says about the command line: on the page there are buttons for that.
 * A text that speaks of nothing else stays as it is.
 */
export function withoutCommands(text: string): string {
  const kept = text
    .split(/(?<=[.;])\s+/)
    .filter(clause => !/`furrow /.test(clause))
    .join(' ')
  return (kept === '' ? text : kept).replaceAll('`', '').replace(/;$/, '.')
}
