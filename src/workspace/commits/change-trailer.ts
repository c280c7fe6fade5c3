/** The line by which a commit says to which change it belongs. */
export const TRAILER = 'Furrow-Change'

const OWN = /^furrow-change:/i
const TRAILER_LINE = /^[A-Za-z0-9][A-Za-z0-9-]*: ./
/** From here on git throws everything away. */
const SCISSORS = /^. -{8,} >8 -{8,}$/m

/**
 * A message with the trailer in its last paragraph, once. What git will strip (comments, the diff below the scissors)
 * stays below it, byte for byte.
 */
export function withTrailer(message: string, id: string, comment = '#'): string {
  const { kept, stripped } = split(message, comment)
  if (kept.split('\n').some(line => OWN.test(line))) return message
  const body = kept.replace(/\s+$/, '')
  const line = `${TRAILER}: ${id}\n`
  if (body === '') return `\n\n${line}${stripped}`
  return `${body}${endsInTrailers(body) ? '\n' : '\n\n'}${line}${stripped}`
}

/** Whether nothing but our own line would be committed: the person left the editor without a message. */
export function isOnlyTrailer(message: string, comment = '#'): boolean {
  const lines = split(message, comment)
    .kept.split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith(comment))
  return lines.length > 0 && lines.every(line => OWN.test(line))
}

export function changesNamedIn(message: string): string[] {
  return message.split('\n').flatMap(line => (OWN.test(line) ? line.slice(line.indexOf(':') + 1).trim() || [] : []))
}

/** The comments at the end, and all below the scissors. */
function split(message: string, comment: string): { kept: string; stripped: string } {
  const cut = SCISSORS.exec(message)?.index ?? message.length
  const lines = message.slice(0, cut).split(/(?<=\n)/)
  let end = lines.length
  while (end > 0 && isIgnored(lines[end - 1] ?? '', comment)) end -= 1
  // Blank lines between the text and the comments belong to the text; they are made anew.
  const rest = lines.slice(end).join('')
  const blanks = /^\s*(?:\n|$)/.exec(rest)?.[0] ?? ''
  const stripped = rest.startsWith(comment) ? rest : rest.slice(blanks.length)
  return { kept: lines.slice(0, end).join(''), stripped: separated(stripped) + message.slice(cut) }
}

function separated(stripped: string): string {
  return stripped === '' ? '' : `\n${stripped}`
}

function isIgnored(line: string, comment: string): boolean {
  return line.trim() === '' || line.startsWith(comment)
}

function endsInTrailers(body: string): boolean {
  const paragraphs = body.split(/\n[ \t]*\n/)
  const last = paragraphs.at(-1)?.split('\n') ?? []
  return paragraphs.length > 1 && last.every(line => TRAILER_LINE.test(line) || /^\s+\S/.test(line))
}
