import { expect, test } from 'vitest'
import { parseArguments } from './arguments.ts'

test.each([
  [[], { kind: 'serve', profile: { kind: 'core' } }],
  [['--tools', 'all'], { kind: 'serve', profile: { kind: 'all' } }],
  [['--tools=furrow_log,sdd_guide'], { kind: 'serve', profile: { kind: 'names', names: ['furrow_log', 'sdd_guide'] } }],
  [['--workspace', '/a=b'], { kind: 'serve', profile: { kind: 'core' }, workspace: '/a=b' }],
  [['--cost'], { kind: 'cost' }],
  [['--http', '--conformance', '--port', '0'], { kind: 'conformance', port: 0 }],
])('%j is understood', (words, task) => {
  expect(parseArguments(words)).toEqual(task)
})

test.each([
  [['--tools'], '--tools needs a value.'],
  [['--nope'], 'There is no option --nope.'],
  [['serve'], 'There is no option serve.'],
  [['--http'], '--http and --conformance go together; furrow serve offers MCP over HTTP.'],
])('%j is refused', (words, problem) => {
  expect(parseArguments(words)).toEqual({ kind: 'usage', problem })
})
