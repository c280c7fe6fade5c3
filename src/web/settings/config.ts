/** A value of the configuration as one line of text, from which `read` makes the same value. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' && read(value) === value ? value : JSON.stringify(value)
}

/** What was typed: JSON when it reads as JSON, the text itself otherwise. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
