const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '\u00a9',
  reg: '\u00ae',
  hellip: '\u2026',
  mdash: '\u2014',
  ndash: '\u2013',
  larr: '\u2190',
  rarr: '\u2192',
  times: '\u00d7',
  le: '\u2264',
  ge: '\u2265',
  ne: '\u2260',
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g

/** `&lt;` as the character it stands for; the lexer leaves references as they were written. */
export function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? all) : all
    return character(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))
  })
}

function character(code: number): string {
  return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}
