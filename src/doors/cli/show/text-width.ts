const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u

let segmenter: Intl.Segmenter | undefined

/** How many columns a terminal gives this text; colour codes count nothing. */
export function widthOf(text: string): number {
  const plain = text.includes('\u001b') ? text.replace(/\u001b\[[\d;]*m/g, '') : text
  if (/^[\u0020-\u007e]*$/.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemes(plain)) width += graphemeWidth(segment)
  return width
}

/** Made when first needed: it costs as much as half a start of Node. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function graphemeWidth(grapheme: string): number {
  const first = String.fromCodePoint(grapheme.codePointAt(0) ?? 0)
  if (INVISIBLE.test(first)) return 0
  return WIDE.test(first) || grapheme.includes('\ufe0f') ? 2 : 1
}

/** The beginning of a text that fits, with a mark when something is missing. */
export function clip(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const { segment } of graphemes(text)) {
    width += graphemeWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
