import path from 'node:path/posix'
import { markdownLines } from '../../store/documents/markdown/markdown-lines.ts'

/** `[text](target "title")`, `![alt](<a target>)` and `[name]: target`, outside of code. */
const INLINE = /(!?\[(?:[^\]\\]|\\.)*\]\(\s*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g
const DEFINITION = /^( {0,3}\[(?!\^)(?:[^\]\\]|\\.)+\]:\s*)(<[^<>\n]*>|\S+)/

const WHOLE_INLINE =
  /!?\[((?:[^\]\\]|\\.)*)\]\(\s*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g

/** The files that a document's relative links lead to, relative to the same base as the document. */
export function markdownLinksIn(text: string, file: string): string[] {
  const found: string[] = []
  rewriteLinks(text, target => {
    found.push(resolve(file, target))
    return target
  })
  return found
}

/**
 * The same document at another place: `to` is asked for every file that a relative link leads to, and answers where
 * that file is, seen from the same base. What is no relative link, and all code, stays byte for byte.
 */
export function moveLinks(
  text: string,
  from: string,
  { at, to }: { at: string; to: (file: string) => string },
): string {
  return rewriteLinks(text, target => {
    const relative = path.relative(path.dirname(at), to(resolve(from, target)))
    return relative === '' ? path.basename(at) : relative
  })
}

/** The same document with the words of a link in its place where `isDropped` says so of the file that it leads to. */
export function dropLinks(text: string, from: string, isDropped: (file: string) => boolean): string {
  return eachLine(text, piece =>
    piece.replace(WHOLE_INLINE, (whole: string, words: string, written: string) => {
      const [file = ''] = written.replace(/^<|>$/g, '').split(/[?#]/)
      return isRelative(file) && isDropped(resolve(from, decode(file))) ? words : whole
    }),
  )
}

function rewriteLinks(text: string, change: (target: string) => string): string {
  return eachLine(text, piece => piece.replace(INLINE, replacing).replace(DEFINITION, replacing))

  function replacing(whole: string, before: string, written: string): string {
    const bracketed = written.startsWith('<')
    const target = bracketed ? written.slice(1, -1) : written
    const [, file = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
    if (!isRelative(file)) return whole
    const decoded = decode(file)
    const changed = change(decoded)
    if (changed === decoded) return whole
    const again = file === decoded ? changed : encodeURI(changed)
    return bracketed || !/[\s()]/.test(again)
      ? `${before}${bracketed ? `<${again}${rest}>` : again + rest}`
      : `${before}<${again}${rest}>`
  }
}

/** Every line that is no code, without the code in it. */
function eachLine(text: string, change: (piece: string) => string): string {
  const parts = markdownLines(text).lines.map(({ start, end, opaque }) => {
    const line = text.slice(start, end)
    return opaque || /^(?: {4}|\t)/.test(line) ? line : outsideCode(line, change)
  })
  return parts.join('')
}

/** A line without its `code`, which is passed over. */
function outsideCode(line: string, change: (piece: string) => string): string {
  const parts = line.split(/(`+[^`]*`+)/)
  if (parts.length === 1) return change(line)
  // A link's text may hold code: only the pieces between are looked at, so such a link is found by its target.
  const held: string[] = []
  const bare = parts.map((part, index) => (index % 2 === 0 ? part : `\u0000${held.push(part) - 1}\u0000`)).join('')
  return change(bare).replace(/\u0000(\d+)\u0000/g, (_, index: string) => held[Number(index)] ?? '')
}

function isRelative(file: string): boolean {
  return file !== '' && !file.startsWith('/') && !/^[a-z][a-z0-9+.-]*:/i.test(file)
}

function resolve(from: string, target: string): string {
  return path.normalize(path.join(path.dirname(from), target))
}

function decode(file: string): string {
  try {
    return decodeURI(file)
  } catch {
    return file
  }
}
