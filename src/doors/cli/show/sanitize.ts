/** C0 and C1 controls but tab and newline, bidi controls, and characters that show nothing yet can hide text. */
const HARMFUL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Text of unknown origin made safe to print: what could move the cursor or turn the line becomes visible. */
export function sanitize(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HARMFUL, visible)
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
