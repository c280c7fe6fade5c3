/** Words that may follow a number without being what it counts. */
const NO_UNIT = new Set(
  'a after all an and are as at be before but by during each else for from if in into is it may must no not of on only or otherwise over per shall should than that the then this to under until upon when where which while will with within'.split(
    ' ',
  ),
)

/** The numbers of a text that count nothing: no unit, no noun behind them. Versions, ids and dates are none. */
export function bareNumbers(text: string): string[] {
  return [
    ...text.matchAll(/(?<![\w.,:/#§$€£-])(\d[\d.,]*\d|\d)(?![\w:/-])(\s*)(%|[\p{L}°µ]+(?:\/\p{L}+)?)?/gu),
  ].flatMap(match => {
    const [, number = '', , next] = match
    const before = /(\S+)\s*$/.exec(text.slice(0, match.index))?.[1] ?? ''
    const isName = /^\(?\p{Lu}[\p{L}\d.]*$/u.test(before) && match.index > before.length + 1
    if (isName || /^(?:v|version|port|chapter|section|step|level|http|page)$/i.test(before) || /^[$€£]/.test(before))
      return []
    return next === undefined || NO_UNIT.has(next.toLowerCase()) ? [number] : []
  })
}
