import { expect, test } from 'vitest'
import { demo } from '../../../../tests/support/demo.ts'
import { commandTreeOf } from '../../../operation/command/tree.ts'
import { complete } from './complete.ts'

const tree = commandTreeOf(demo.operations)
const values = (...words: readonly string[]) => complete(tree, words).map(({ value }) => value)

test('commands by their first letters, with what they do', () => {
  expect(values('de')).toEqual(['demo'])
  expect(values('demo', 'e')).toEqual(['echo', 'evil'])
  expect(complete(tree, ['demo', 'ec'])[0]?.summary).toBe('Give back what was given.')
})

test('help completes the commands it can explain', () => {
  expect(values('help', 'demo', 'ec')).toEqual(['echo'])
  expect(values('help', '--')).toEqual([])
})

test('flags of the command and those of every command', () => {
  expect(values('demo', 'echo', '--no')).toEqual(['--note', '--no-loud', '--no-title'])
  expect(values('demo', 'echo', 'a', '--js')).toEqual(['--json'])
})

test('the choices of a flag, after a space or a sign', () => {
  expect(values('demo', 'echo', '--size', '')).toEqual(['small', 'large'])
  expect(values('demo', 'echo', '--size=l')).toEqual(['--size=large'])
})

test('a flag that bash took apart at its sign is one again', () => {
  expect(values('demo', 'echo', '--size', '=', 'la')).toEqual(['--size=large'])
  expect(values('demo', 'echo', '--size', '=')).toEqual(['--size=small', '--size=large'])
})

test('a name that bash took apart at its colon is one again', () => {
  const named = commandTreeOf(demo.operations.map(entry => ({ ...entry, cli: { path: 'run npm:test', example: '' } })))
  expect(complete(named, ['run', 'npm', ':', 'te']).map(({ value }) => value)).toEqual(['npm:test'])
})

test('the choices of a positional at its place, and only there', () => {
  expect(values('demo', 'write', '')).toEqual(['note', 'letter'])
  expect(values('demo', 'write', '--text', 'x', 'l')).toEqual(['letter'])
  expect(values('demo', 'write', 'note', '')).toEqual([])
})

test('the value of a flag is not taken for a command or a positional', () => {
  expect(values('--workspace', 'x', 'dem')).toEqual(['demo'])
  expect(values('demo', 'echo', '--note', '')).toEqual([])
  expect(values('--workspace', '')).toEqual([])
})

test('nothing is offered after the dashes', () => {
  expect(values('demo', 'echo', 'a', '--', '--')).toEqual([])
})
