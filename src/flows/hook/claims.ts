const CLAIMS =
  /\b(?:done|finished|completed?|implemented|all set|ready (?:to|for) (?:merge|review|use)|works now|is fixed|fixed it)\b/gi

/** Before such a word, the sentence says the opposite or asks. */
const DENIALS =
  /\b(?:not|never|isn't|aren't|wasn't|hasn't|haven't|no|nothing|until|once|when|if|before|to be|almost|nearly|be)\b[^.!?\n]{0,40}$/i

const LAST_CHARACTERS = 800

/** Whether a text says that the work is done. Rather too rarely than too often: it keeps an agent from stopping. */
export function claimsDone(text: string): boolean {
  const end = text.slice(-LAST_CHARACTERS)
  return [...end.matchAll(CLAIMS)].some(({ index, 0: word }) => {
    const rest = /^[^.!?\n]*([.!?\n]|$)/.exec(end.slice(index + word.length))?.[1]
    return rest !== '?' && !DENIALS.test(end.slice(0, index))
  })
}
