import { shellWords } from '../../shared/shell/shell-words.ts'
import { isRefused } from '../errors.ts'
import type { OperationInput } from '../input.ts'
import type { OperationEntry } from '../manifest.ts'
import { fieldsOf } from './fields.ts'
import { parseTyped } from './parse.ts'

/** The input that the example of an operation's command gives; a text from a file is named instead of read. */
export function exampleInput(entry: OperationEntry): OperationInput | undefined {
  const { cli } = entry
  if (cli === undefined) return undefined
  const words = shellWords(cli.example)
  if (words === undefined) return undefined
  const rest = words.slice(1 + cli.path.split(' ').length)
  try {
    const { input } = parseTyped({ path: cli.path, fields: fieldsOf(entry) }, rest)
    return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, shown(entry, field, value)]))
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

function shown({ cli }: OperationEntry, field: string, value: unknown): unknown {
  if (cli?.objects?.[field] === 'json' && typeof value === 'string') return JSON.parse(value) as unknown
  if (field !== cli?.text || typeof value !== 'string') return value
  return value === '-' || value.startsWith('@') ? `The text of ${value.slice(1) || field}.` : value
}
