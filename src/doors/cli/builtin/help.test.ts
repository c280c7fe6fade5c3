import { expect, test } from 'vitest'
import { decide, demo, echo } from '../../../../tests/support/demo.ts'
import { commandTreeOf } from '../../../operation/command/tree.ts'
import { paint } from '../show/paint.ts'
import { helpText } from './help.ts'

const plain = paint(false)
const node = (entry: typeof echo) => ({ path: entry.cli?.path ?? '', children: new Map(), entry })

test('a command shows its usage, arguments, flags with choices and defaults, and its example', () => {
  const text = helpText(node(echo), plain)
  expect(text).toContain('furrow demo echo [flags] <id> [other_id] -- [words...]')
  expect(text).toMatch(/<id> +Which one \(required\)/)
  expect(text).toMatch(/--size <small\|large> +\(default "small"\)/)
  expect(text).toMatch(/--\[no-\]loud/)
  expect(text).toMatch(/--env <key=value> +\(repeats\)/)
  expect(text).toMatch(/--note <text> +What to say \(-, @file or your editor\)/)
  expect(text).toContain('furrow demo echo first --size small')
})

test('a group lists its commands with their summaries', () => {
  const text = helpText(commandTreeOf(demo.operations).children.get('demo') ?? node(echo), plain)
  expect(text).toMatch(/echo +Give back what was given\./)
  expect(text).toMatch(/wipe +Remove everything\./)
})

test('what only a person may do says so', () => {
  expect(helpText(node(decide), plain)).toContain('exit code 8')
})

test('help has no colours unless they are wanted', () => {
  expect(helpText(node(echo), plain)).not.toContain('\u001b')
  expect(helpText(node(echo), paint(true))).toContain('\u001b[1m')
})
