import { createHash } from 'node:crypto'

/** How a comment is written in a file that is wholly ours. */
export type CommentSyntax = 'markdown' | 'hash'

const FORMS: Readonly<Record<CommentSyntax, { open: string; close: string; line: RegExp }>> = {
  markdown: { open: '<!-- furrow:hash ', close: ' -->', line: /^<!-- furrow:hash ([0-9a-f]{16}) -->\r?\n?$/m },
  hash: { open: '# furrow:hash ', close: '', line: /^# furrow:hash ([0-9a-f]{16})\r?\n?$/m },
}

/**
 * A text with a last line that holds its own hash. So whoever has the file, in any clone, can tell whether somebody
 * edited it since it was written; nothing has to be kept elsewhere.
 */
export function sealed(text: string, comment: CommentSyntax): string {
  const { open, close } = FORMS[comment]
  const body = `${text.trimEnd()}\n`
  return `${body}${open}${hashOf(body)}${close}\n`
}

/** `ours` is as it was written, by this version or another; `edited` was; `theirs` never was ours. */
export function sealOf(text: string, comment: CommentSyntax): 'ours' | 'edited' | 'theirs' {
  const plain = text.replaceAll('\r\n', '\n')
  const found = FORMS[comment].line.exec(plain)
  if (found === null) return 'theirs'
  const rest = plain.slice(0, found.index) + plain.slice(found.index + found[0].length)
  return hashOf(rest) === found[1] ? 'ours' : 'edited'
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
