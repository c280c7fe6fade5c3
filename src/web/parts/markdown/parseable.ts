const MOST_CHARACTERS = 400_000
const LONGEST_PARAGRAPH = 12_000
const DEEPEST = /^(?:[ \t]|>|[*+-][ \t]|\d{1,9}[.)][ \t]){100}/m
const FENCE = /^ {0,3}(?:```|~~~)/
const OWN_BLOCK = /^\s*(?:$|[*+-][ \t]|\d{1,9}[.)][ \t]|[|>#])/

/**
 * Whether the lexer reads this in reasonable time. Its cost grows with the square of a paragraph and worse with the
 * depth of lists, so that one hostile file of 100 KB would hold the page for minutes; such a text is shown as it is.
 */
export function isParseable(text: string): boolean {
  return text.length <= MOST_CHARACTERS && !DEEPEST.test(text) && longestParagraph(text) <= LONGEST_PARAGRAPH
}

function longestParagraph(text: string): number {
  let longest = 0
  let now = 0
  let fenced = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) fenced = !fenced
    now = fenced ? 0 : OWN_BLOCK.test(line) ? line.length : now + line.length
    longest = Math.max(longest, now)
  }
  return longest
}
