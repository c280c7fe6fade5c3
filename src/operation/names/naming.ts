/** Rules for ids, names and paths as pure functions; the schemas over them are in `ids.ts`. */
export function whyNotId(value: string): string | undefined {
  if (value.length === 0) return 'is empty'
  if (value.length > 120) return 'is longer than 120 characters'
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.:@-]*$/.test(value))
    return 'may hold letters, digits and _ . : @ - only, and starts with a letter, digit or _'
  if (/^[A-Za-z]:/.test(value)) return 'starts like a drive'
  return whyNotSegment(value)
}

export function whyNotRepoPath(value: string): string | undefined {
  if (value.length === 0) return 'is empty'
  if (value.length > 1024) return 'is longer than 1024 characters'
  if (/[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u.test(value) || foldsToAnother(value))
    return 'holds a character that paths here may not hold'
  if (value.startsWith('/') || value.startsWith('~') || /^[A-Za-z]:/.test(value))
    return 'is not relative to the workspace'
  if (/%(?:25)*(?:2e|2f|5c|00|c0|c1|u00)/i.test(value)) return 'holds an encoded dot, separator or NUL'
  for (const segment of value.split('/')) {
    const reason = segment.startsWith('-') ? 'has a part that starts with -' : whyNotSegment(segment)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Look-alikes of `/`, `\\` and `.` that a file system or a program further on may fold into them. */
function foldsToAnother(value: string): boolean {
  if (/[\u2044\u2215\u2216\u29f5\u29f8]/.test(value)) return true
  const folded = value.normalize('NFKC')
  if (folded.includes('\\') || folded.split('/').length !== value.split('/').length) return true
  return folded !== value && folded.split('/').some(part => /^\.+$/.test(part))
}

export function whyNotLabel(value: string): string | undefined {
  if (value.trim().length === 0) return 'is empty'
  if (value.length > 200) return 'is longer than 200 characters'
  return /\p{Cc}/u.test(value) ? 'holds a control character' : undefined
}

export function whyNotLocalPath(value: string): string | undefined {
  if (value.length === 0) return 'is empty'
  if (value.length > 4096) return 'is longer than 4096 characters'
  return /\p{Cc}/u.test(value) ? 'holds a control character' : undefined
}

function whyNotSegment(segment: string): string | undefined {
  if (segment === '' || segment === '.' || segment.includes('..')) return 'has an empty, . or .. part'
  if (Buffer.byteLength(segment) > 255) return 'has a part longer than 255 bytes'
  if (/[. ]$/.test(segment)) return 'has a part that ends with a dot or a space'
  if (/^(?:\.git|git~\d+)$|\.lock$/i.test(segment)) return 'names something that belongs to git'
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i.test(segment))
    return 'is a reserved device name'
  return undefined
}

/** Letters that have no accent to drop, and a usual spelling without. */
export const TRANSLITERATED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** `slug('Título: Login redirect!')` is `titulo-login-redirect`; nothing left gives the fallback. */
export function slug(title: string, { fallback = 'item', max = 60 }: { fallback?: string; max?: number } = {}): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, letter => TRANSLITERATED[letter] ?? '')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')
  return plain === '' || whyNotId(plain) !== undefined ? fallback : plain
}

/** `20260102-101500-a1b`: sorted by time, told apart by the suffix; unique by exclusive creation at its place. */
export function stampedId(now: number, random: { bytes(count: number): Uint8Array }, letters = 3): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T')
  const suffix = Array.from(random.bytes(letters), byte => (byte % 36).toString(36)).join('')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${suffix}`
}
