import type { Paint } from './paint.ts'
import { sanitize } from './sanitize.ts'
import { isTableStart, tableLines } from './text-table.ts'

/** The markdown of an answer as a terminal shows it: marks become colours and alignment, the words stay. */
export function renderMarkdown(text: string, { paint, columns }: { paint: Paint; columns: number }): string {
  const lines = sanitize(text).split('\n')
  const shown: string[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = /^\s*(?:```+|~~~+)/.exec(line)?.[0]
    if (fence !== undefined) {
      const end = endOfFence(lines, at + 1, fence)
      shown.push(...lines.slice(at + 1, end).map(code => `  ${paint.cyan(code)}`))
      at = end + 1
    } else if (isTableStart(lines, at)) {
      let end = at + 2
      while ((lines[end] ?? '').trimStart().startsWith('|')) end += 1
      shown.push(...tableLines(lines.slice(at, end), { paint, columns, inline: cell => inline(cell, paint) }))
      at = end
    } else {
      shown.push(lineOf(line, paint))
      at += 1
    }
  }
  return shown.join('\n')
}

/** Text of others as it is, with what could move the cursor made visible; of a diff, what was added and removed in colours. */
export function renderVerbatim(text: string, kind: 'text' | 'diff', paint: Paint): string {
  const lines = sanitize(text).split('\n')
  return (kind === 'text' ? lines : lines.map(line => diffLine(line, paint))).join('\n')
}

function diffLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.green(line)
  if (line.startsWith('-')) return paint.red(line)
  return line.startsWith('@@') ? paint.cyan(line) : line
}

/** With the indent it began with, so that no line of a diff ends it. */
function endOfFence(lines: readonly string[], from: number, fence: string): number {
  const end = lines.findIndex((line, index) => index >= from && line.startsWith(fence) && /^[\s`~]*$/.test(line))
  return end < 0 ? lines.length : end
}

function lineOf(line: string, paint: Paint): string {
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
  if (heading !== null) return paint.bold(inline(heading[2] ?? '', paint))
  const item = /^(\s*)[-*+]\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line)
  if (item !== null) return `${item[1]}${mark(item[2])} ${inline(item[3] ?? '', paint)}`
  const quoted = /^\s*>\s?(.*)$/.exec(line)
  if (quoted !== null) return `${paint.dim('│')} ${inline(quoted[1] ?? '', paint)}`
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return paint.dim('─'.repeat(40))
  return inline(line, paint)
}

function mark(checked: string | undefined): string {
  if (checked === undefined) return '•'
  return checked === ' ' ? '☐' : '☑'
}

const INLINE =
  /\\([\\`*_{}[\]()#+.!|<>~-])|(`+)(.+?)\2(?!`)|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<!\w)[*_](?=[^\s*_])([^*_\n]*?[^\s*_])[*_](?!\w)|\[([^\]\n]+)\]\(([^)\s]+)\)/g

/** Bold, italics, code and links within a line. */
export function inline(text: string, paint: Paint): string {
  return text.replace(INLINE, (whole, escaped, _ticks, code, bold, italic, label, href) => {
    if (escaped !== undefined) return escaped
    if (code !== undefined) return paint.cyan(code.trim() === '' ? code : code.replace(/^ (.*) $/, '$1'))
    if (bold !== undefined) return paint.bold(inline(bold, paint))
    if (italic !== undefined) return paint.italic(italic)
    if (label !== undefined) return label === href ? href : `${inline(label, paint)} ${paint.dim(`(${href})`)}`
    return whole
  })
}
