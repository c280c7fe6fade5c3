import type { Typed } from '../../../operation/command/parse.ts'
import { jsonOf } from '../../../operation/command/values.ts'
import { refuse } from '../../../operation/errors.ts'
import { secretFields } from '../../../operation/secret-fields.ts'
import { shell } from '../../../operation/shell.ts'
import type { Context } from '../context.ts'
import { seenByAll } from '../gather.ts'
import { carryOut, whoCalls } from '../perform.ts'
import { readSource } from '../source.ts'

/** Any operation by name, also one that has no command of its own. */
export async function call(typed: Typed, context: Context): Promise<number> {
  const { operation, input = '{}' } = typed.input
  if (typeof operation !== 'string')
    throw refuse('usage', 'furrow call needs <operation>.', { target: 'operation', fix: shell`furrow reference` })
  const entry = context.manifest.operations.find(({ name }) => name === operation)
  const [hidden] = entry === undefined ? [] : secretFields(entry)
  if (entry !== undefined && hidden !== undefined && !/^(?:-$|@[^@])/.test(String(input)))
    throw seenByAll(entry, hidden)
  const actor = await whoCalls(context.terminal, input === '-')
  const text = await readSource(String(input))
  const given = jsonOf(text, reason =>
    refuse('usage', `--input ${reason}`, { target: 'input', fix: shell`furrow call --help` }),
  )
  return carryOut({ name: operation, input: given, actor, typed }, context)
}
