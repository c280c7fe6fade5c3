import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefused } from '../../../operation/errors.ts'
import { addIn, putIn, readJsonc, removeIn } from './jsonc.ts'

const server = { command: 'furrow', args: ['mcp'] }
const place = { file: 'settings.json', path: ['mcpServers', 'furrow'] }

const SETTINGS = `// of the team
{
  // how it looks
  "theme": "dark", /* for now */
  "mcpServers": {
    "other": { "command": "other" }, // the one we had
  },
  "last": [1, 2], // and no more
}
`

test('a server is added after the last one, and every comment and comma stays', () => {
  expect(putIn(SETTINGS, place, server)).toBe(`// of the team
{
  // how it looks
  "theme": "dark", /* for now */
  "mcpServers": {
    "other": { "command": "other" }, // the one we had
    "furrow": {
      "command": "furrow",
      "args": [
        "mcp"
      ]
    },
  },
  "last": [1, 2], // and no more
}
`)
})

test('what was put in is taken out again to the byte', () => {
  for (const text of [SETTINGS, '{}\n', '{"a":1}', '{\n\t"a": 1 // x\n}\n', '{\r\n  "a": {}\r\n}\r\n']) {
    const there = putIn(text, place, server)
    expect(readJsonc(there, 'x')).toMatchObject({ mcpServers: { furrow: server } })
    expect(readJsonc(removeIn(there, place), 'x')).toEqual(readJsonc(text, 'x'))
    expect(removeIn(there, place)).toBe(text)
  }
})

test('a value is replaced where it stands', () => {
  const text = putIn(SETTINGS, place, { command: '/old/furrow', args: ['mcp'] })
  expect(putIn(text, place, server)).toBe(putIn(SETTINGS, place, server))
})

test('items go to the end of a list, which is made where it is missing, and come out by their index', () => {
  const hooks = { file: 'settings.json', path: ['hooks', 'Stop'] }
  const once = addIn('{\n  "hooks": {} // none yet\n}\n', hooks, { command: 'a' })
  const twice = addIn(once, hooks, { command: 'b' })
  expect(readJsonc(twice, 'x')).toEqual({ hooks: { Stop: [{ command: 'a' }, { command: 'b' }] } })
  expect(twice).toContain('// none yet')
  expect(removeIn(twice, { file: 'x', path: ['hooks', 'Stop', 1] })).toBe(once)
})

test('a comment above the last member keeps its line', () => {
  const text = '{\n  // ours\n  "mcpServers": { "furrow": 1 }\n}\n'
  const left = removeIn(text, place)
  expect(left).toBe('{\n  // ours\n}\n')
  expect(readJsonc(left, 'x')).toEqual({})
})

test.each([
  ['a broken file', '{ "mcpServers": '],
  ['a list', '[1]'],
  ['a key twice', '{"a":1,"a":2}'],
  ['a server list that is a text', '{ "mcpServers": "none" }'],
  ['an unfinished merge', '{\n<<<<<<< HEAD\n}\n'],
])('%s is refused with its path', (_, text) => {
  const refusal = caught(() => putIn(text, place, server))
  expect(isRefused(refusal) && [refusal.code, refusal.target]).toEqual(['damaged', 'settings.json'])
})

/** JSON as people write it: comments between everything, commas at the end, any white space. */
const comment = fc.constantFrom('', ' ', '\n', ' // a "note", {\n', ' /* [1, */ ', '\n  // more\n  ')
const settings: fc.Arbitrary<string> = fc
  .tuple(
    comment,
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), comment, comment, fc.boolean()), { maxLength: 4 }),
    comment,
    fc.boolean(),
  )
  .map(([head, members, tail, comma]) => {
    const unique = members.filter(([key], index) => members.findIndex(([other]) => other === key) === index)
    const texts = unique.map(
      ([key, before, after, deep]) => `${before}"${key}":${deep ? ` { "x": [1,${after}2] }` : ' "//"'}${after}`,
    )
    return `${head}{${texts.join(',')}${comma && texts.length > 0 ? ',' : ''}${tail}}\n`
  })

test('whatever the file looks like, adding and removing changes the data as meant and loses no comment', () => {
  fc.assert(
    fc.property(settings, text => {
      const there = putIn(text, place, server)
      expect(readJsonc(there, 'x')).toEqual({ ...(readJsonc(text, 'x') as object), mcpServers: { furrow: server } })
      expect(comments(there)).toEqual(comments(text))
      const gone = removeIn(there, place)
      expect(readJsonc(gone, 'x')).toEqual(readJsonc(text, 'x'))
      expect(comments(gone)).toEqual(comments(text))
    }),
    { numRuns: 2000 },
  )
})

function comments(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\\n]|\\.)*"|(\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g)].flatMap(
    ([, found]) => found?.trim() ?? [],
  )
}

function caught(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}

test.each(['{,}', '{"a": {,}}', '{"a": [,]}', '{"a": 1,,}'])('%s has a comma after nothing, and is damaged', text => {
  expect(() => readJsonc(text, 'settings.json')).toThrow(/settings\.json/)
})
