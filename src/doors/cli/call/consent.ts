import type { App } from '../../../app/app.ts'
import { type Actor, covers } from '../../../operation/actor.ts'
import { commandLine } from '../../../operation/command/command-line.ts'
import type { TypedCommand } from '../../../operation/command/parse.ts'
import { refuse } from '../../../operation/errors.ts'
import type { OperationInput } from '../../../operation/input.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { pinned, pinsIn } from '../../../operation/pins.ts'
import { mayAsk } from './gather-input.ts'

export interface ProposedCall {
  readonly entry: OperationEntry
  readonly input: OperationInput
  readonly actor: Actor
  readonly typed: TypedCommand
}

/**
 * What has a preview is shown it; then a person is asked, and what cannot be undone needs `--yes` from all others.
 * What cannot be done whatever they answer is refused before. Answers with the input for exactly what was shown.
 */
export async function consent(
  app: App,
  proposal: ProposedCall,
  show: (markdown: string) => Promise<void>,
): Promise<OperationInput> {
  const { entry, input, actor, typed } = proposal
  // Who may not do it at all hears that from the operation.
  if (!mayDo(actor, entry)) return input
  const impossible = await app.check(entry.name, input, { actor })
  if (impossible !== undefined) throw impossible
  const preview = await previewOf(app, proposal)
  const exactly = preview === undefined ? input : pinned(entry, input, pinsIn(entry, preview.answer))
  if (preview !== undefined) await show(preview.text)
  if (!typed.yes && mayAsk(actor, typed)) await ask(entry, input, preview?.answer['question'])
  else if (!typed.yes && entry.effect === 'destructive' && !refusesItself(actor, entry)) throw needsYes(entry, input)
  const token = preview?.answer['confirm_token']
  return token === undefined ? exactly : { confirm_token: token, ...exactly }
}

/** A destructive tool asks a person for an agent, whatever the agent adds to the command. */
function refusesItself({ kind }: Actor, { name }: OperationEntry): boolean {
  return kind === 'agent' && name.startsWith('tools.')
}

/** Whether a person agrees to what an operation asks about. */
export async function confirmCall(
  message: string,
  { actor, typed }: Pick<ProposedCall, 'actor' | 'typed'>,
): Promise<boolean> {
  if (actor.kind !== 'person') return false
  if (typed.yes) return true
  if (!mayAsk(actor, typed)) return false
  const { askWhether } = await import('../terminal/ask-person.ts')
  requireYes(await askWhether(`${message} Go on?`))
  return true
}

function mayDo({ kind, allow = [] }: Actor, { authority, name }: OperationEntry): boolean {
  return authority === 'anyone' || kind === 'person' || allow.some(word => covers(word, name))
}

/** The question of the preview, where it has one, or in words for the operation. */
async function ask(entry: OperationEntry, input: OperationInput, shown: unknown): Promise<void> {
  const [{ askWhether }, { knownQuestion }] = await Promise.all([
    import('../terminal/ask-person.ts'),
    import('../../../workspace/requests/question.ts'),
  ])
  const asked = typeof shown === 'string' ? shown : knownQuestion(entry.name, input)
  const says = asSentence(asked ?? `${subjectOf(entry, input)}${entry.summary}`)
  if (typeof shown === 'string' && shown.trimEnd().endsWith('?') && entry.effect !== 'destructive')
    return requireYes(await askWhether(says))
  const question = entry.effect === 'destructive' ? `${says} This cannot be undone. Go on?` : `${says} Go on?`
  requireYes(await askWhether(question))
}

function requireYes(yes: boolean): void {
  if (!yes) throw refuse('cancelled', 'Nothing was done.')
}

/** The description of a tool may have no full stop. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`
}

const LONGEST_SUBJECT = 200

/** What it is about, as it was typed: `summary.md, costs.md: `. */
function subjectOf({ cli }: OperationEntry, input: OperationInput): string {
  const fields = [...(cli?.positionals ?? []), ...(cli?.rest === undefined ? [] : [cli.rest])]
  const named = fields.filter(field => field !== cli?.text).flatMap(field => input[field] ?? [])
  const subject = named.map(String).join(', ')
  if (subject === '') return ''
  return `${subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT - 1)}…` : subject}: `
}

interface CallPreview {
  readonly text: string
  readonly answer: OperationInput
}

async function previewOf(app: App, { entry, input, actor }: ProposedCall): Promise<CallPreview | undefined> {
  const shown = app.manifest.operations.find(({ name }) => name === entry.preview)
  if (shown === undefined) return undefined
  const known = Object.keys(shown.input.properties ?? {})
  const outcome = await app.call(shown.name, Object.fromEntries(known.map(key => [key, input[key]])), { actor })
  if (outcome.ok) return { text: outcome.text(), answer: Object(outcome.value) }
  throw refuse(outcome.error.code, outcome.error.message, outcome.error)
}

function needsYes(entry: OperationEntry, input: OperationInput) {
  return refuse('usage', `${asSentence(entry.summary)} This cannot be undone, so it needs --yes here.`, {
    target: entry.name,
    fix: commandLine(entry, input, ['--yes']),
  })
}
