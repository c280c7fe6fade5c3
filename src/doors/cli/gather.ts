import path from 'node:path'
import type { Actor } from '../../operation/actor.ts'
import { commandHelp } from '../../operation/command/command-line.ts'
import { type Field, fieldsOf } from '../../operation/command/fields.ts'
import type { Typed } from '../../operation/command/parse.ts'
import { jsonOf, spelled } from '../../operation/command/values.ts'
import { refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { secretFields } from '../../operation/secret-fields.ts'
import type { ProgramSearch } from '../../store/programs/find.ts'
import { readSource } from './source.ts'
import type { Terminal } from './terminal.ts'

type Input = Readonly<Record<string, unknown>>

/** Whether the value of the text field, or of a secret one, is to come from stdin. */
export function takesStdin(entry: OperationEntry, input: Input): boolean {
  return [entry.cli?.text ?? '', ...secretFields(entry)].some(field => input[field] === '-')
}

/** The whole input: what was typed, texts read from where they lie, the rest asked for on a terminal. */
export async function gather(
  entry: OperationEntry,
  typed: Typed,
  { terminal, actor }: { terminal: Terminal; actor: Actor },
): Promise<Input> {
  const given = await withSecrets(entry, await withText(entry, { ...entry.cli?.given, ...typed.input }))
  const isAsked = mayAsk(actor, typed)
  // A secret is asked for where it may be given, too: there is no other good place to type it.
  const missing = fieldsOf(entry).filter(
    field =>
      given[field.name] === undefined && (field.required || (field.secret && isAsked && entry.domain === 'tools')),
  )
  if (missing.length === 0) return given
  if (!isAsked) throw needs(entry, missing)
  const asked: [string, unknown][] = []
  for (const field of missing)
    asked.push([field.name, await ask(field, { env: terminal.env, outside: [path.resolve(typed.workspace ?? '.')] })])
  return { ...given, ...Object.fromEntries(asked.filter(([, value]) => value !== '')) }
}

/** Questions are for a person who reads text; an agent would wait for ever. */
export function mayAsk(actor: Actor, { json }: Typed): boolean {
  return actor.kind === 'person' && !json
}

async function withText(entry: OperationEntry, input: Input): Promise<Input> {
  const { cli } = entry
  const typed = cli?.text === undefined ? undefined : input[cli.text]
  if (cli?.text === undefined || typeof typed !== 'string') return input
  const secret = secretFields(entry).includes(cli.text)
  if (secret && typed !== '-' && !/^@[^@]/.test(typed)) throw seenByAll(entry, cli.text)
  const text = await readSource(typed)
  if (cli.objects?.[cli.text] !== 'json') return { ...input, [cli.text]: text }
  const refusal = (reason: string) =>
    refuse('usage', `--${cli.text} ${reason}`, { target: cli.text ?? '', fix: commandHelp(cli.path) })
  return { ...input, [cli.text]: jsonOf(text, refusal) }
}

/** Values of other secret fields come from stdin (`-`), a file (`@file`) or a prompt, never from the command line itself. */
async function withSecrets(entry: OperationEntry, input: Input): Promise<Input> {
  const typed = secretFields(entry).filter(name => name !== entry.cli?.text && typeof input[name] === 'string')
  const read: [string, string][] = []
  for (const name of typed) {
    const source = String(input[name])
    if (source !== '-' && !/^@[^@]/.test(source)) throw seenByAll(entry, name)
    read.push([name, (await readSource(source)).replace(/\r?\n$/, '')])
  }
  return { ...input, ...Object.fromEntries(read) }
}

async function ask(field: Field, search: ProgramSearch): Promise<unknown> {
  if (field.secret) return (await import('./ask.ts')).askHidden(field)
  if (field.text) {
    const { editorIn, editText } = await import('./editor.ts')
    if (editorIn(search.env) !== undefined) return editText(search, field.name)
  }
  const { askFor } = await import('./ask.ts')
  return askFor(field)
}

/** What is typed on a command line stays in the history of the shell and shows in the list of processes. */
export function seenByAll(entry: OperationEntry, field: string) {
  const path = entry.cli?.path ?? `call ${entry.name}`
  return refuse('usage', `A ${field} on the command line is seen by others and kept by your shell; nothing was done.`, {
    target: field,
    fix: commandHelp(path),
  })
}

function needs(entry: OperationEntry, missing: readonly Field[]) {
  return refuse('usage', `furrow ${entry.cli?.path} needs ${missing.map(spelled).join(' and ')}.`, {
    target: missing[0]?.name ?? '',
    fix: commandHelp(entry.cli?.path ?? ''),
    details: { missing: missing.map(({ name }) => name) },
  })
}
