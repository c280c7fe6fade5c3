export function isPicture(type: string): boolean {
  return /^image\/(?:png|jpeg|gif|webp)$/.test(type)
}

/** How a file can be shown on a page; a file of any other type is saved. */
export type PreviewKind = 'picture' | 'table' | 'report' | 'json' | 'text'

export function shownAs(type: string): PreviewKind | undefined {
  if (isPicture(type)) return 'picture'
  const [name = ''] = type.split(';')
  return SHOWN[name]
}

const SHOWN: Readonly<Record<string, PreviewKind>> = {
  'text/csv': 'table',
  'text/html': 'report',
  'application/json': 'json',
  'text/plain': 'text',
  'text/markdown': 'text',
}

/** Comma-separated values as rows; a quoted cell may hold commas, quotes and line breaks. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter(row => row.some(cell => cell !== ''))
}
