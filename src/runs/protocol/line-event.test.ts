import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryHeadOf, type LogLevel, parseEntry } from '../output/entry.ts'
import { toLine } from '../output/log-lines.ts'
import { piecesOf } from '../output/pieces.ts'
import { attachmentDetail, percentDetail, protocolEventOf } from './line-event.ts'

function lineOf(level: LogLevel, text: string, detail?: string) {
  return toLine(parseEntry(`${entryHeadOf(1_700_000_000_000, level, { detail })}${text}`, 7))
}

test('a progress line says its message and its percent, whatever its message looks like', () => {
  expect(lineOf('progress', 'half (50%)', percentDetail(50)).event).toEqual({
    type: 'progress',
    message: 'half',
    percent: 50,
  })
  expect(lineOf('progress', 'tests (3 of 4) (75.5%)', percentDetail(75.5)).event).toMatchObject({
    message: 'tests (3 of 4)',
    percent: 75.5,
  })
  expect(lineOf('progress', 'coverage is up (90%)').event).toEqual({
    type: 'progress',
    message: 'coverage is up (90%)',
  })
})

test('a percent that is none of 0 to 100 spells no number that was masked', () => {
  expect([-1, 41.236, 12345678].map(percentDetail)).toEqual(['0', '41.24', '100'])
})

test('an attachment is told by the line at which it stands, not by what a tool writes', () => {
  const attachment = { name: 'shot.png', type: 'image/png', bytes: 3, kind: 'a ~+= screenshot' }
  const line = lineOf('note', 'attachment shot.png (3 bytes)', attachmentDetail(attachment))
  expect(line).toMatchObject({ n: 7, level: 'note', text: 'attachment shot.png (3 bytes)' })
  expect(protocolEventOf(line)).toEqual({
    type: 'attachment',
    name: 'shot.png',
    media_type: 'image/png',
    bytes: 3,
    kind: 'a ~+= screenshot',
  })
  expect(lineOf('note', 'attachment shot.png (3 bytes)').event).toBeUndefined()
  expect(lineOf('note', 'torn', '%7B%22').event).toBeUndefined()
  expect(protocolEventOf(lineOf('stderr', 'n=x y'))).toEqual({ type: 'log', level: 'stderr', line: 'n=x y' })
})

test('property: a terminal sees the text of a line alone, whatever it says to programs', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[^\n]{0,40}$/), (kind, text) => {
      const detail = attachmentDetail({ name: 'x', type: 'y', bytes: 1, kind })
      const bytes = Buffer.from(`${entryHeadOf(1, 'note', { detail })}${text}\n`)
      expect(lineOf('note', text, detail)).toMatchObject({ text, event: { kind } })
      expect(piecesOf(bytes).map(piece => piece.bytes.toString())).toEqual([`${text}\n`])
    }),
  )
})
