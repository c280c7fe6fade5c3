import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesHash } from './copy.ts'
import { isNewerShipped, refresh, type ShippedSet } from './refresh.ts'

const bytes = (text: string) => Buffer.from(text)
const setOf = (files: Readonly<Record<string, string>>, added = true): ShippedSet => ({
  name: 'build',
  added,
  files: new Map(Object.entries(files).map(([file, text]) => [`build/${file}`, bytes(text)])),
})
const notesOf = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([file, text]) => [`build/${file}`, filesHash(bytes(text))]))
const readingOf = (files: Readonly<Record<string, string>>) => (file: string) => {
  const text = files[file.replace('build/', '')]
  return text === undefined ? undefined : bytes(text)
}
const plan = (
  shipped: Readonly<Record<string, string>>,
  { wrote, there, added = true }: { wrote: Record<string, string>; there: Record<string, string>; added?: boolean },
) =>
  refresh(setOf(shipped, added), notesOf(wrote), readingOf(there)).map(
    ({ file, after, edited }) => `${edited ? 'edited ' : ''}${file} -> ${after === undefined ? 'gone' : after}`,
  )

test('an added tool that nothing newer ships for stays as its repository has it', () => {
  expect(plan({ 'tool.ts': '1' }, { wrote: { 'tool.ts': '1' }, there: { 'tool.ts': 'mine' } })).toEqual([])
})

test('a newer one replaces what was not edited, and what was edited is told apart', () => {
  const wrote = { 'tool.ts': '1', 'meta.ts': '1', 'same.ts': 's' }
  const there = { 'tool.ts': '1', 'meta.ts': 'mine', 'same.ts': 's' }
  expect(plan({ 'tool.ts': '2', 'meta.ts': '2', 'same.ts': 's', 'new.ts': 'n' }, { wrote, there })).toEqual([
    'build/tool.ts -> 2',
    'edited build/meta.ts -> 2',
    'build/new.ts -> n',
  ])
})

test('a file that is no part of the newer one goes', () => {
  const wrote = { 'tool.ts': '1', 'old.ts': 'o' }
  expect(plan({ 'tool.ts': '1' }, { wrote, there: wrote })).toEqual(['build/old.ts -> gone'])
})

test('what is built in is always as it ships, but for its config', () => {
  const there = { 'tool.ts': 'mine', 'config.yaml': 'mine' }
  expect(
    plan(
      { 'tool.ts': '1', 'config.yaml': 'c' },
      { wrote: { 'tool.ts': '1', 'config.yaml': 'c' }, there, added: false },
    ),
  ).toEqual(['edited build/tool.ts -> 1'])
})

const files: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom('tool.ts', 'meta.ts', 'a.ts', 'b.ts'),
  fc.constantFrom('1', '2', '3'),
)

test('after the steps of a newer one everything that ships is there, and nothing edited went unseen', () => {
  fc.assert(
    fc.property(files, files, files, (shipped, wrote, there) => {
      const steps = refresh(setOf(shipped), notesOf(wrote), readingOf(there))
      if (!isNewerShipped(setOf(shipped), notesOf(wrote))) {
        expect(steps).toEqual([])
        return
      }
      const after = new Map(Object.entries(there))
      for (const step of steps) {
        const file = step.file.replace('build/', '')
        if (step.before !== undefined && there[file] !== wrote[file]) expect(step.edited).toBe(true)
        if (step.after === undefined) after.delete(file)
        else after.set(file, step.after.toString())
      }
      for (const [file, text] of Object.entries(shipped)) expect(after.get(file)).toBe(text)
      for (const file of Object.keys(wrote)) expect(after.has(file)).toBe(file in shipped)
    }),
  )
})
