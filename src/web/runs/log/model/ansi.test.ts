import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ansiSegments, markRanges, withoutAnsi } from './ansi.ts'

const text = (line: string) =>
  ansiSegments(line)
    .map(segment => segment.text)
    .join('')

test('colours become classes of the design tokens', () => {
  expect(ansiSegments('a \u001b[1;31mred\u001b[0m b')).toEqual([
    { text: 'a ', className: '' },
    { text: 'red', className: 'text-ansi-red font-bold' },
    { text: ' b', className: '' },
  ])
})

test('words on a block of colour stay legible', () => {
  expect(ansiSegments('\u001b[30;43m slow \u001b[0m')).toEqual([
    { text: ' slow ', className: 'bg-amber-wash text-ink' },
  ])
  expect(ansiSegments('\u001b[7;31mx\u001b[0m')[0]?.className).toContain('text-ink')
})

test('markup is text like any other', () => {
  expect(ansiSegments('<img src=x onerror=alert(1)> & \u001b[32m<b>\u001b[0m').map(one => one.text)).toEqual([
    '<img src=x onerror=alert(1)> & ',
    '<b>',
  ])
})

test('true colours are kept', () => {
  expect(ansiSegments('\u001b[38;2;10;20;30mx\u001b[0m')).toEqual([
    { text: 'x', className: '', colour: 'rgb(10, 20, 30)' },
  ])
})

test('cursor moves, links and titles leave no trace', () => {
  const line = '\u001b]8;;http://x\u0007link\u001b]8;;\u0007 \u001b[2Kdone\u001b[?25l\u001b[1A!'
  expect(text(line)).toBe('link done!')
  expect(withoutAnsi(line)).toBe('link done!')
})

test('only what was written last over a line is left', () => {
  expect(withoutAnsi('10 %\r50 %\r100 %')).toBe('100 %')
  expect(withoutAnsi('done\r')).toBe('done')
})

test('what is shown is what is searched', () => {
  const escapes = fc.constantFrom(
    '\u001b[31m',
    '\u001b[0m',
    '\u001b[1;4m',
    '\u001b[38;5;200m',
    '\u001b[2K',
    '\u001b]0;t\u0007',
    '\r',
    '\u001b',
    '\u001b[',
    '\u001b[31',
    '\u001b[38:5:1m',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), escapes)), pieces => {
      expect(text(pieces.join(''))).toBe(withoutAnsi(pieces.join('')))
    }),
  )
})

test('a mark splits what it crosses and keeps every letter', () => {
  const pieces = ansiSegments('2 \u001b[31mfai\u001b[1mled\u001b[0m now')
  const marked = markRanges(pieces, [[1, 8]])
  expect(marked.map(one => one.text).join('')).toBe('2 failed now')
  expect(marked.filter(one => one.marked).map(one => one.text)).toEqual([' ', 'fai', 'led'])
})
