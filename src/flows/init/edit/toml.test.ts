import { expect, test } from 'vitest'
import { isRefused } from '../../../operation/errors.ts'
import { dropTable, putTable, readToml } from './toml.ts'

const place = { file: 'config.toml', path: ['mcp_servers', 'furrow'] }
const server = { command: '/opt/furrow', args: ['mcp'] }

const CONFIG = `# mine
model = "gpt" # the big one

[mcp_servers.other]
command = "other"

[projects."/home/x/[mcp_servers.furrow]"]
note = """
[mcp_servers.furrow]
"""
`

test('a table is added at the end, and every other line stays', () => {
  expect(putTable(CONFIG, place, server)).toBe(
    `${CONFIG}\n[mcp_servers.furrow]\ncommand = "/opt/furrow"\nargs = ["mcp"]\n`,
  )
})

test.each([
  ['a file with more', CONFIG.replace('[mcp_servers.furrow]\n"""', '"""')],
  ['none', ''],
  ['one without a last line break', 'a = 1'],
  ['one with other line ends', 'a = 1\r\n\r\n[b]\r\nc = 2\r\n'],
])('what was put into %s is taken out again', (_, text) => {
  const there = putTable(text, place, server)
  expect(readToml(there, 'x')).toMatchObject({ mcp_servers: { furrow: server } })
  expect(putTable(there, place, server)).toBe(there)
  const gone = dropTable(there, place)
  expect(gone.trimEnd()).toBe(text.trimEnd())
  expect(readToml(gone, 'x')).toEqual(readToml(text, 'x'))
})

test('a table is replaced where it stands, and what follows it stays', () => {
  const text = '[mcp_servers.furrow]\ncommand = "old"\nargs = ["mcp"]\n\n[mcp_servers.furrow.env]\nA = "1"\n'
  const refusal = caught(() => putTable(text, place, server))
  expect(isRefused(refusal) && refusal.code).toBe('conflict')
  expect(putTable('[mcp_servers.furrow]\ncommand = "old"\n# mine\n[b]\n', place, server)).toBe(
    '[mcp_servers.furrow]\ncommand = "/opt/furrow"\nargs = ["mcp"]\n# mine\n[b]\n',
  )
})

test('a file in which the table cannot be told from a text is left alone', () => {
  const refusal = caught(() => dropTable(`${CONFIG}\n[mcp_servers]\nfurrow = { command = "x" }\n`, place))
  expect(isRefused(refusal) && [refusal.code, refusal.target]).toEqual(['conflict', 'config.toml'])
})

test('what is no TOML is refused with its line', () => {
  const refusal = caught(() => putTable('a = 1\nb = \n', place, server))
  expect(isRefused(refusal) && [refusal.code, refusal.message]).toEqual([
    'damaged',
    'config.toml:2 is no well-formed TOML.',
  ])
})

function caught(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}
