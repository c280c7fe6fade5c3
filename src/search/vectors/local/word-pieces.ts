const UNKNOWN = '[UNK]'
const [START, END] = ['[CLS]', '[SEP]']
const LONGEST_WORD = 100

/** The vocabulary of a model: by each piece of a word its number. */
export type Vocabulary = ReadonlyMap<string, number>

/** The numbers of the pieces of a text as models of the BERT kind read it, in lower case and without accents. */
export function piecesOf(text: string, vocabulary: Vocabulary, most: number): number[] {
  const numberOf = (piece: string) => vocabulary.get(piece) ?? 0
  const pieces = [numberOf(START)]
  for (const [word] of plain(text).matchAll(WORD)) {
    pieces.push(...piecesOfWord(word, vocabulary).map(numberOf))
    if (pieces.length >= most - 1) break
  }
  return [...pieces.slice(0, most - 1), numberOf(END)]
}

/** A run of letters and numbers, one mark, or one sign of a script that is written without spaces. */
const WORD = /\p{sc=Han}|(?:(?!\p{sc=Han})[^\s\p{P}\p{S}])+|[\p{P}\p{S}]/gu

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}|\p{Cf}|\p{Co}/gu, '')
}

/** The longest beginning that is known, then the longest of what is left. */
function piecesOfWord(word: string, vocabulary: Vocabulary): string[] {
  if (word.length > LONGEST_WORD) return [UNKNOWN]
  const pieces: string[] = []
  let at = 0
  while (at < word.length) {
    let end = word.length
    const named = () => (at === 0 ? '' : '##') + word.slice(at, end)
    while (end > at && !vocabulary.has(named())) end -= 1
    if (end === at) return [UNKNOWN]
    pieces.push(named())
    at = end
  }
  return pieces
}
