import type { App } from '../../app/app.ts'
import type { Actor } from '../../operation/actor.ts'
import { commandLine } from '../../operation/command-line.ts'
import { refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { mayAsk } from './gather.ts'
import type { Typed } from './parse.ts'

type Input = Readonly<Record<string, unknown>>

export interface Proposal {
  readonly entry: OperationEntry
  readonly input: Input
  readonly actor: Actor
  readonly typed: Typed
}

/** Before what cannot be undone, or has a preview: a person is shown and asked, everybody else has to say `--yes`. */
export async function consent(app: App, proposal: Proposal, show: (markdown: string) => Promise<void>): Promise<void> {
  const { entry, input, actor, typed } = proposal
  if (typed.yes || !wantsConsent(proposal)) return
  if (!mayAsk(actor, typed)) throw needsYes(entry, input)
  const preview = await previewOf(app, proposal)
  if (preview !== undefined) await show(preview)
  const { askWhether } = await import('./ask.ts')
  const question =
    entry.effect === 'destructive' ? `${entry.summary} This cannot be undone. Go on?` : `${entry.summary} Go on?`
  if (!(await askWhether(question))) throw refuse('cancelled', 'Nothing was done.', { target: entry.name })
}

/** An agent that may not do it at all hears that from the operation, not a question about `--yes`. */
function wantsConsent({ entry, actor, typed }: Proposal): boolean {
  const { effect, authority, preview } = entry
  if (authority === 'person' && actor.kind === 'agent') return effect === 'destructive' && actor.allow !== undefined
  return effect === 'destructive' || (preview !== undefined && mayAsk(actor, typed))
}

async function previewOf(app: App, { entry, input, actor }: Proposal): Promise<string | undefined> {
  const shown = app.manifest.operations.find(({ name }) => name === entry.preview)
  if (shown === undefined) return undefined
  const known = Object.keys(shown.input.properties ?? {})
  const outcome = await app.call(shown.name, Object.fromEntries(known.map(key => [key, input[key]])), { actor })
  if (outcome.ok) return outcome.text()
  throw refuse(outcome.error.code, outcome.error.message, outcome.error)
}

function needsYes(entry: OperationEntry, input: Input) {
  const typed = commandLine(entry, input)
  const words = entry.cli === undefined ? `furrow call ${entry.name}` : `furrow ${entry.cli.path}`
  return refuse('usage', `${entry.summary} This cannot be undone, so it needs --yes here.`, {
    target: entry.name,
    fix: `${words} --yes${typed.slice(words.length)}`,
  })
}
