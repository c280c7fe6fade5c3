import type { App } from '../../app/app.ts'
import { type Actor, covers } from '../../operation/actor.ts'
import { commandLine } from '../../operation/command/command-line.ts'
import type { Typed } from '../../operation/command/parse.ts'
import { refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { mayAsk } from './gather.ts'

type Input = Readonly<Record<string, unknown>>

export interface Proposal {
  readonly entry: OperationEntry
  readonly input: Input
  readonly actor: Actor
  readonly typed: Typed
}

/**
 * What has a preview is shown it; then a person is asked, and what cannot be undone needs `--yes` from all others.
 * Answers with the token that came with the preview, for the operation that wants to see it.
 */
export async function consent(app: App, proposal: Proposal, show: (markdown: string) => Promise<void>): Promise<Input> {
  const { entry, input, actor, typed } = proposal
  // Who may not do it at all hears that from the operation.
  if (!mayDo(actor, entry)) return {}
  const preview = await previewOf(app, proposal)
  if (preview !== undefined) await show(preview.text)
  if (!typed.yes && mayAsk(actor, typed)) await ask(entry)
  else if (!typed.yes && entry.effect === 'destructive') throw needsYes(entry, input)
  return preview?.token === undefined ? {} : { confirm_token: preview.token }
}

/** Whether a person agrees to what an operation asks about. */
export async function confirm(message: string, { actor, typed }: Pick<Proposal, 'actor' | 'typed'>): Promise<boolean> {
  if (actor.kind !== 'person') return false
  if (typed.yes) return true
  if (!mayAsk(actor, typed)) return false
  const { askWhether } = await import('./ask.ts')
  if (await askWhether(`${message} Go on?`)) return true
  throw refuse('cancelled', 'Nothing was done.')
}

function mayDo({ kind, allow = [] }: Actor, { authority, name }: OperationEntry): boolean {
  return authority === 'anyone' || kind === 'person' || allow.some(word => covers(word, name))
}

async function ask({ effect, summary }: OperationEntry): Promise<void> {
  const { askWhether } = await import('./ask.ts')
  const question = effect === 'destructive' ? `${summary} This cannot be undone. Go on?` : `${summary} Go on?`
  if (!(await askWhether(question))) throw refuse('cancelled', 'Nothing was done.')
}

interface Preview {
  readonly text: string
  readonly token: string | undefined
}

async function previewOf(app: App, { entry, input, actor }: Proposal): Promise<Preview | undefined> {
  const shown = app.manifest.operations.find(({ name }) => name === entry.preview)
  if (shown === undefined) return undefined
  const known = Object.keys(shown.input.properties ?? {})
  const outcome = await app.call(shown.name, Object.fromEntries(known.map(key => [key, input[key]])), { actor })
  if (outcome.ok) return { text: outcome.text(), token: Object(outcome.value)['confirm_token'] as string | undefined }
  throw refuse(outcome.error.code, outcome.error.message, outcome.error)
}

function needsYes(entry: OperationEntry, input: Input) {
  return refuse('usage', `${entry.summary} This cannot be undone, so it needs --yes here.`, {
    target: entry.name,
    fix: commandLine(entry, input, ['--yes']),
  })
}
