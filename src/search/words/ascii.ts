const [DIGITS, UPPER, LOWER] = [1, 2, 3]
const MARK = 4
/** What each ASCII character is to the tokenizer. */
const KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if (/[0-9]/.test(letter)) return DIGITS
  if (/[A-Z]/.test(letter)) return UPPER
  if (/[a-z]/.test(letter)) return LOWER
  return /['_./:@#+-]/.test(letter) ? MARK : 0
})

export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text)
}

/** The words of an ASCII text, as the tokenizer's pattern finds them, without the cost of a pattern. */
export function asciiWords(text: string, use: (word: string) => void): void {
  const end = text.length
  for (let at = 0; at < end; ) {
    if (!isInWord(text, at)) {
      at += 1
      continue
    }
    const start = at
    at += 1
    while (at < end && (isInWord(text, at) || (isMark(text, at) && at + 1 < end && isInWord(text, at + 1)))) at += 1
    use(text.slice(start, at))
  }
}

function isInWord(text: string, at: number): boolean {
  const kind = KIND[text.charCodeAt(at)] ?? 0
  return kind !== 0 && kind !== MARK
}

function isMark(text: string, at: number): boolean {
  return KIND[text.charCodeAt(at)] === MARK
}

/** What an ASCII word is made of: `parseHTTPBody2` is parse, HTTP, Body and 2. */
export function asciiParts(word: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < word.length; ) {
    const end = partEnd(word, at)
    if (end > at) parts.push(word.slice(at, end))
    at = Math.max(end, at + 1)
  }
  return parts
}

function partEnd(word: string, at: number): number {
  const kind = KIND[word.charCodeAt(at)] ?? 0
  if (kind === 0 || kind === MARK) return at
  const end = runEnd(word, at, kind)
  if (kind !== UPPER || KIND[word.charCodeAt(end)] !== LOWER) return end
  // The last capital before small letters begins their word.
  return end - at === 1 ? runEnd(word, end, LOWER) : end - 1
}

function runEnd(word: string, at: number, kind: number): number {
  let end = at + 1
  while (KIND[word.charCodeAt(end)] === kind) end += 1
  return end
}
