import { expect, test } from 'vitest'
import { fits, groupsOf, sharedNames } from './groups.ts'

function tool(name: string, tags: string[] = [], source: 'repository' | 'recipe' = 'repository') {
  return { name, display_name: name.toUpperCase(), description: `Does ${name} things`, tags, source }
}

test('tools stand by their first tag, the untagged after them, recipes last', () => {
  const tools = [
    tool('npm:test', [], 'recipe'),
    tool('z'),
    tool('logs', ['observability']),
    tool('ci', ['build', 'x']),
    tool('asm', ['build']),
  ]
  expect(groupsOf(tools).map(group => [group.tag, group.tools.map(({ name }) => name)])).toEqual([
    ['build', ['asm', 'ci']],
    ['observability', ['logs']],
    ['other', ['z']],
    ['recipes', ['npm:test']],
  ])
})

test('a search takes every word, in names, tags and descriptions', () => {
  const logs = tool('logs', ['observability'])
  expect(fits(logs, 'observ THINGS')).toBe(true)
  expect(fits(logs, 'logs deploy')).toBe(false)
  expect(groupsOf([logs], 'nothing')).toEqual([])
})

test('a name that several tools have is known as such', () => {
  const tools = ['Deploy', 'Build', 'Deploy'].map(display_name => ({ display_name }))
  expect([...sharedNames(tools)]).toEqual(['Deploy'])
})
