import { type Refused, refuse } from '../../../operation/errors.ts'
import { damaged, textPositionAt } from '../document.ts'
import { lineEnding } from '../splice.ts'
import { markdownLines } from './markdown-lines.ts'

/** Where a marked block stands: its two marker lines and what is between. */
interface MarkedBlock {
  readonly start: number
  readonly bodyStart: number
  readonly bodyEnd: number
  readonly end: number
}

/** What is between `<!-- furrow:begin NAME -->` and its end, in someone else's file; nothing without such a block. */
export function readMarkedBlock(text: string, name: string, path: string): string | undefined {
  const block = findBlock(text, name, path)
  return block && text.slice(block.bodyStart, block.bodyEnd).replaceAll('\r\n', '\n').replace(/\n$/, '')
}

/** Replaces the block or adds it at the end; every byte outside it stays. */
export function writeBlock(text: string, name: string, { path, body }: { path: string; body: string }): string {
  const plain = checkedBody(body, name)
  const block = findBlock(text, name, path)
  const eol = lineEnding(text)
  const inner = plain === '' ? '' : `${plain}\n`.replaceAll('\n', eol)
  if (block !== undefined) return text.slice(0, block.bodyStart) + inner + text.slice(block.bodyEnd)
  const { unclosed } = markdownLines(text)
  if (unclosed !== undefined) throw unclosedText(path, unclosed)
  const [before, after] = surroundings(text, eol)
  return `${text}${before}${beginMarker(name)}${eol}${inner}${endMarker(name)}${after}`
}

/** Takes the block out; a block that `writeBlock` added leaves the text as it was before. */
export function removeBlock(text: string, name: string, path: string): string {
  const block = findBlock(text, name, path)
  if (block === undefined) return text
  const before = text.slice(0, block.start)
  const after = text.slice(block.end)
  const eol = text.slice(0, block.bodyStart).endsWith('\r\n') ? '\r\n' : '\n'
  const unbroken = after === '' && !text.endsWith('\n')
  if (unbroken) return withoutEnd(before, before.endsWith(eol + eol) ? eol + eol : eol)
  const blankAbove = before === eol || before.endsWith(`\n${eol}`)
  return (blankAbove ? withoutEnd(before, eol) : before) + after
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

export function beginMarker(name: string): string {
  return `<!-- furrow:begin ${checkedName(name)} -->`
}

export function endMarker(name: string): string {
  return `<!-- furrow:end ${checkedName(name)} -->`
}

function checkedName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/.test(name) && !name.includes('--')) return name
  throw new TypeError(`${JSON.stringify(name)} is no name of a block.`)
}

function findBlock(text: string, name: string, path: string): MarkedBlock | undefined {
  const { lines, unclosed } = markdownLines(text)
  const begins = lines.filter(line => !line.inside && line.text.trim() === beginMarker(name))
  if (unclosed !== undefined && text.includes(beginMarker(name))) throw unclosedText(path, unclosed)
  const [first, second] = begins
  if (second !== undefined) throw damaged(path, `has the block ${name} twice`, textPositionAt(text, second.start))
  if (first === undefined) return undefined
  const last = lines.find(line => line.start > first.start && line.text.trim() === endMarker(name))
  if (last === undefined)
    throw damaged(path, `begins the block ${name} and never ends it`, textPositionAt(text, first.start))
  return { start: first.start, bodyStart: first.end, bodyEnd: last.start, end: last.end }
}

function unclosedText(path: string, line: number): Refused {
  return damaged(path, 'opens code or a comment that is never closed', { line })
}

/** A body that holds a marker, or opens something it does not close, would hide where the block ends. */
function checkedBody(body: string, name: string): string {
  const plain = body.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (/^[ \t]*<!-- furrow:(?:begin|end) /m.test(plain))
    throw refuse('usage', `The text for the block ${name} holds a block marker of its own.`)
  if (markdownLines(`\n${plain}`).unclosed !== undefined)
    throw refuse('usage', `The text for the block ${name} opens code or a comment that it never closes.`)
  return plain
}

/** A blank line above; below a line break only where the text had one, so that removal gives back every byte. */
function surroundings(text: string, eol: string): readonly [string, string] {
  if (text === '') return ['', eol]
  return text.endsWith('\n') ? [eol, eol] : [eol + eol, '']
}
