/** What British and American English write differently, as pairs of a word's part and its counterpart. */
const PAIRS: readonly (readonly [british: string, american: string, ends: string])[] = [
  ['our', 'or', '(?:s|ed|ing|ful|able|ite|ites|al|ally|less)?'],
  ['is', 'iz', '(?:e|es|ed|ing|er|ers|able|ation|ations|ational)'],
  ['ys', 'yz', '(?:e|es|ed|ing|er|ers)'],
  ['re', 'er', 's?'],
  ['ll', 'l', '(?:ed|ing|er|ers)'],
  ['ogue', 'og', 's?'],
  ['ence', 'ense', 's?'],
  ['gramme', 'gram', 's?'],
  ['dgement', 'dgment', 's?'],
  ['artefact', 'artifact', 's?'],
  ['grey', 'gray', '(?:s|ed|ing)?'],
]

const RULES = PAIRS.flatMap(([one, other, ends]) =>
  [
    [one, other],
    [other, one],
  ].map(([from = '', to = '']) => ({ pattern: new RegExp(`^([a-z]*)${from}(${ends})$`), to })),
)

/**
 * The same word as the other side of the ocean writes it: `colour` for `color`, `organize` for `organise`. Some are no
 * words; nobody has written those, so nothing is found by them.
 */
export function otherSpellings(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return []
  const spelled = RULES.flatMap(({ pattern, to }) => {
    const [, start = '', end = ''] = pattern.exec(word) ?? []
    return pattern.test(word) && (start.length >= 2 || to.length > 3) ? [`${start}${to}${end}`] : []
  })
  return [...new Set(spelled)].filter(other => other !== word)
}
