import { expect, test } from 'vitest'
import { demo } from '../../../tests/support/demo.ts'
import { commandTreeOf, locateCommand, unknownCommand } from './tree.ts'

const tree = commandTreeOf(demo.operations)

test('the words lead to the command, the rest is left for its flags', () => {
  const { node, rest } = locateCommand(tree, ['demo', 'echo', 'a', '--size', 'large'])
  expect(node.entry?.name).toBe('demo.echo')
  expect(rest).toEqual(['a', '--size', 'large'])
})

test('flags of every command may stand before and between the words', () => {
  const { node, rest } = locateCommand(tree, ['--workspace', 'demo', 'demo', '--json', 'echo', 'a'])
  expect(node.entry?.name).toBe('demo.echo')
  expect(rest).toEqual(['--workspace', 'demo', '--json', 'a'])
})

test('a word that is no command ends the walk and is named', () => {
  expect(locateCommand(tree, ['demo', '--json', 'ecko'])).toMatchObject({ word: 'ecko', rest: ['--json', 'ecko'] })
})

test('a command may have commands below it', () => {
  const [first, second] = demo.operations
  if (first === undefined || second === undefined) throw new Error('the demo has operations')
  const both = commandTreeOf([
    { ...first, cli: { path: 'log', example: 'furrow log' } },
    { ...second, cli: { path: 'log show', example: 'furrow log show' } },
  ])
  expect(locateCommand(both, ['log']).node.entry).toBeDefined()
  expect(locateCommand(both, ['log', 'show']).node.entry?.name).toBe(second.name)
  expect(locateCommand(both, ['log', 'other']).rest).toEqual(['other'])
})

test('words that every object knows lead nowhere', () => {
  for (const word of ['__proto__', 'constructor', 'toString'])
    expect(locateCommand(tree, [word])).toMatchObject({ word })
})

test('an unknown command names the nearest one', () => {
  const { node } = locateCommand(tree, ['demo'])
  expect(unknownCommand(node, 'ecko').message).toBe('There is no command "furrow demo ecko". Did you mean "echo"?')
})

test('a sentence where a command belongs is told what would start it', () => {
  const [first] = demo.operations
  if (first === undefined) throw new Error('the demo has operations')
  const node = locateCommand(commandTreeOf([{ ...first, cli: { path: 'explore start', example: 'furrow' } }]), [
    'explore',
  ]).node
  expect(unknownCommand(node, 'Could we?')).toMatchObject({
    message: 'A command comes before the text: furrow explore start "Could we?".',
    fix: 'furrow explore start --help',
  })
})
