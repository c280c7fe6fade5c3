import type { TypedCommand } from '../../../operation/command/parse.ts'
import { jsonOf } from '../../../operation/command/values.ts'
import { refuse } from '../../../operation/errors.ts'
import { secretFields } from '../../../operation/names/secret-fields.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { CliContext } from '../call/context.ts'
import { refuseVisibleSecret } from '../call/gather-input.ts'
import { executeInvocation, identifyCaller } from '../call/perform.ts'
import { readSource } from '../call/read-source.ts'

/** Any operation by name, also one that has no command of its own. */
export async function call(typed: TypedCommand, context: CliContext): Promise<number> {
  const { operation, input = '{}' } = typed.input
  if (typeof operation !== 'string')
    throw refuse('usage', 'furrow call needs <operation>.', { target: 'operation', fix: shell`furrow reference` })
  const entry = context.manifest.operations.find(({ name }) => name === operation)
  const [hidden] = entry === undefined ? [] : secretFields(entry)
  if (entry !== undefined && hidden !== undefined && !/^(?:-$|@[^@])/.test(String(input)))
    throw refuseVisibleSecret(entry, hidden)
  const actor = await identifyCaller(context.terminal, input === '-')
  const text = await readSource(String(input))
  const given = jsonOf(text, reason =>
    refuse('usage', `--input ${reason}`, { target: 'input', fix: shell`furrow call --help` }),
  )
  return executeInvocation({ name: operation, input: given, actor, typed }, context)
}
