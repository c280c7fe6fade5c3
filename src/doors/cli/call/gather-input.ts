import path from 'node:path'
import type { Actor } from '../../../operation/actor.ts'
import { commandHelp } from '../../../operation/command/command-line.ts'
import { type CommandField, fieldsOf } from '../../../operation/command/fields.ts'
import { inputValueAt, withValueAt } from '../../../operation/command/nested.ts'
import type { TypedCommand } from '../../../operation/command/parse.ts'
import { jsonOf, spellValue } from '../../../operation/command/values.ts'
import { refuse } from '../../../operation/errors.ts'
import type { OperationInput } from '../../../operation/input.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { secretFields } from '../../../operation/names/secret-fields.ts'
import type { ProgramSearch } from '../../../store/programs/find-program.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { readSource } from './read-source.ts'

/** Whether the value of the text field, or of a secret one, is to come from stdin. */
export function takesStdin(entry: OperationEntry, input: OperationInput): boolean {
  return (
    input[entry.cli?.text ?? ''] === '-' ||
    fieldsOf(entry).some(({ secret, path: at }) => secret && inputValueAt(input, at) === '-')
  )
}

/** The whole input: what was typed, texts read from where they lie, the rest asked for on a terminal. */
export async function gather(
  entry: OperationEntry,
  typed: TypedCommand,
  { terminal, actor }: { terminal: Terminal; actor: Actor },
): Promise<OperationInput> {
  refuseSharedStdin(entry, typed.input)
  const given = await withSecrets(entry, await withText(entry, { ...entry.cli?.given, ...typed.input }))
  const isAsked = mayAsk(actor, typed)
  // A secret is asked for where it may be given, too: there is no other good place to type it.
  const missing = fieldsOf(entry).filter(
    field =>
      inputValueAt(given, field.path) === undefined &&
      (field.required || (field.secret && isAsked && entry.domain === 'tools')),
  )
  if (missing.length === 0) return given
  if (!isAsked) throw needs(entry, missing)
  let input = given
  for (const field of missing) {
    if (!field.required && !(await isShown(entry, field, input))) continue
    const value = await ask(field, { env: terminal.env, outside: [path.resolve(typed.workspace ?? '.')] })
    if (value !== '') input = withValueAt(input, field.path, value)
  }
  return input
}

/** Stdin can be read once: a second field would get nothing. */
function refuseSharedStdin(entry: OperationEntry, input: OperationInput): void {
  const fields = fieldsOf(entry).filter(({ secret, name }) => secret || name === entry.cli?.text)
  const [first, second] = fields.filter(({ path: at }) => inputValueAt(input, at) === '-')
  if (first === undefined || second === undefined) return
  throw refuse(
    'usage',
    `${spellValue(first)} and ${spellValue(second)} cannot both come from stdin; give one as @file.`,
    {
      target: second.name,
      fix: commandHelp(entry.cli?.path ?? ''),
    },
  )
}

/** Questions are for a person who reads text; an agent would wait for ever. */
export function mayAsk(actor: Actor, { json }: TypedCommand): boolean {
  return actor.kind === 'person' && !json
}

async function withText(entry: OperationEntry, input: OperationInput): Promise<OperationInput> {
  const { cli } = entry
  const typed = cli?.text === undefined ? undefined : input[cli.text]
  if (cli?.text === undefined || typeof typed !== 'string') return input
  const secret = secretFields(entry).includes(cli.text)
  if (secret && typed !== '-' && !/^@[^@]/.test(typed)) throw refuseVisibleSecret(entry, cli.text)
  const text = await readSource(typed)
  if (cli.objects?.[cli.text] !== 'json') return { ...input, [cli.text]: text }
  const refusal = (reason: string) =>
    refuse('usage', `--${cli.text} ${reason}`, { target: cli.text ?? '', fix: commandHelp(cli.path) })
  return { ...input, [cli.text]: jsonOf(text, refusal) }
}

/** Values of other secret fields come from stdin (`-`), a file (`@file`) or a prompt, never from the command line itself. */
async function withSecrets(entry: OperationEntry, input: OperationInput): Promise<OperationInput> {
  const secrets = fieldsOf(entry).filter(({ secret, name }) => secret && name !== entry.cli?.text)
  let read = input
  for (const { name, path: at } of secrets) {
    const source = inputValueAt(input, at)
    if (typeof source !== 'string') continue
    if (source !== '-' && !/^@[^@]/.test(source)) throw refuseVisibleSecret(entry, name)
    read = withValueAt(read, at, (await readSource(source)).replace(/\r?\n$/, ''))
  }
  return read
}

/** Whether the form would show a field for this input, as far as it is known by now. */
async function isShown(entry: OperationEntry, { name }: CommandField, input: OperationInput): Promise<boolean> {
  const condition = entry.cli?.shownWhen?.[name]
  if (condition === undefined) return true
  const { conditionHolds } = await import('../../../shared/follow-ups/holds.ts')
  const defaults = Object.entries(entry.input.properties ?? {}).flatMap(([key, { default: value }]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return conditionHolds(condition, { ...Object.fromEntries(defaults), ...input })
}

async function ask(field: CommandField, search: ProgramSearch): Promise<unknown> {
  if (field.secret) return (await import('../terminal/ask-person.ts')).askHidden(field)
  if (field.text) {
    const { editorIn, editText } = await import('../terminal/editor.ts')
    if (editorIn(search.env) !== undefined) return editText(search, field.name)
  }
  const { askFor } = await import('../terminal/ask-person.ts')
  return askFor(field)
}

/** What is typed on a command line stays in the history of the shell and shows in the list of processes. */
export function refuseVisibleSecret(entry: OperationEntry, field: string) {
  const path = entry.cli?.path ?? `call ${entry.name}`
  return refuse('usage', `A ${field} on the command line is seen by others and kept by your shell; nothing was done.`, {
    target: field,
    fix: commandHelp(path),
  })
}

function needs(entry: OperationEntry, missing: readonly CommandField[]) {
  return refuse('usage', `furrow ${entry.cli?.path} needs ${missing.map(spellValue).join(' and ')}.`, {
    target: missing[0]?.name ?? '',
    fix: commandHelp(entry.cli?.path ?? ''),
    details: { missing: missing.map(({ name }) => name) },
  })
}
