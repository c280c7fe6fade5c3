import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import { fieldsOf } from '../../../operation/command/fields.ts'
import type { TypedCommand } from '../../../operation/command/parse.ts'
import { codes } from '../../../operation/errors.ts'
import type { Outcome } from '../../../operation/outcome.ts'
import type { Run } from '../../../runs/model.ts'
import { answerFailure, answerText } from '../show/show-answer.ts'
import { askHidden, askWhether } from '../terminal/ask-person.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface ListedStep {
  readonly title: string
  readonly done: boolean
  readonly optional?: boolean
  readonly operation?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
}

export interface StepRunner {
  /** What lists the steps, asked again after each. */
  readonly list: () => Promise<Outcome>
  readonly actor: Actor
  readonly typed: TypedCommand
  readonly terminal: Terminal
  readonly follow: (run: Run) => Promise<number>
}

/** Every open step in its turn: one question each, then what does it. What was said no to stays open. */
export async function takeSteps(app: App, stepping: StepRunner): Promise<number> {
  const { terminal, list } = stepping
  const asked = new Set<string>()
  for (;;) {
    const listed = await list()
    if (!listed.ok) return answerFailure(listed.error, { terminal, json: false })
    const { steps } = listed.value as { steps: readonly ListedStep[] }
    const open = steps.filter(({ done }) => !done)
    const next = open.find(({ title, operation }) => operation !== undefined && !asked.has(title))
    if (next === undefined || asked.size === 0) await answerText(listed.text(), { terminal, to: 'stdout' })
    if (next?.operation === undefined) return open.every(({ optional }) => optional === true) ? 0 : codes.blocked.exit
    asked.add(next.title)
    const code = await take(app, next.title, { ...stepping, operation: next.operation })
    if (code !== 0) return code
  }
}

interface StepCall extends StepRunner {
  readonly operation: NonNullable<ListedStep['operation']>
}

async function take(app: App, title: string, { operation, actor, typed, terminal, follow }: StepCall): Promise<number> {
  const { name, input } = operation
  const entry = app.manifest.operations.find(each => each.name === name)
  if (entry?.preview !== undefined) {
    const preview = await app.call(entry.preview, {}, { actor })
    if (preview.ok) await answerText(preview.text(), { terminal, to: 'stderr' })
  }
  if (!typed.yes && !(await askWhether(`${title}?`))) return 0
  const secret = entry && fieldsOf(entry).find(field => field.secret)
  const value = secret === undefined ? {} : { [secret.name]: await askHidden(secret) }
  const outcome = await app.call(name, { ...input, ...value }, { actor })
  if (!outcome.ok) return answerFailure(outcome.error, { terminal, json: false })
  return entry?.cli?.follow === undefined ? 0 : followed(app, outcome.value, { actor, follow })
}

/** A step that is a run is over when the run is. */
async function followed(
  app: App,
  value: unknown,
  { actor, follow }: Pick<StepRunner, 'actor' | 'follow'>,
): Promise<number> {
  const { interaction_id: id } = Object(value) as { interaction_id?: string }
  if (id === undefined) return follow(value as Run)
  const shown = await app.call('run.show', { id }, { actor })
  return shown.ok ? follow(shown.value as Run) : 1
}
