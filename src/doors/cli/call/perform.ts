import path from 'node:path'
import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import type { TypedCommand } from '../../../operation/command/parse.ts'
import { codes, refuse } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { whyNotId } from '../../../operation/names/naming.ts'
import type { Outcome } from '../../../operation/outcome.ts'
import type { Run } from '../../../runs/model.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { answerFailure, answerText, answerValue } from '../show/show-answer.ts'
import { showProgress } from '../show/show-progress.ts'
import { interruptible } from '../terminal/interrupt.ts'
import { type Terminal, ttyOpens } from '../terminal/terminal.ts'
import { type CallerFacts, callerOf, usesToken } from './caller.ts'
import type { CliContext } from './context.ts'
import { gather, mayAsk, takesStdin } from './gather-input.ts'

/** One command of an operation: its input gathered, the operation called, the outcome shown. */
export async function perform(entry: OperationEntry, typed: TypedCommand, context: CliContext): Promise<number> {
  return executeInvocation(await errandFor(entry, typed, context), context)
}

/** The same in an app that is open already, of an operation that the repository brings along. */
export async function performIn(
  app: App,
  entry: OperationEntry,
  typed: TypedCommand,
  context: CliContext,
): Promise<number> {
  return carryOutIn(app, entry, { errand: await errandFor(entry, typed, context), terminal: context.terminal })
}

async function errandFor(entry: OperationEntry, typed: TypedCommand, { terminal }: CliContext): Promise<Invocation> {
  const actor = await identifyCaller(terminal, takesStdin(entry, typed.input))
  return { name: entry.name, input: await gather(entry, typed, { terminal, actor }), actor, typed }
}

export interface Invocation {
  readonly name: string
  readonly input: unknown
  readonly actor: Actor
  readonly typed: TypedCommand
}

export async function executeInvocation(errand: Invocation, { manifest, terminal, open }: CliContext): Promise<number> {
  const { name, actor, typed } = errand
  await using app = await open({ manifest, root: path.resolve(typed.workspace ?? '.'), env: terminal.env })
  const known = manifest.operations.find(entry => entry.name === name)
  const entry = known ?? (await app.list({ actor, only: name })).find(listed => listed.name === name)
  return await carryOutIn(app, entry, { errand, terminal })
}

async function carryOutIn(
  app: App,
  entry: OperationEntry | undefined,
  { errand, terminal }: { errand: Invocation; terminal: Terminal },
): Promise<number> {
  const agreed = entry === undefined ? errand : await agree(app, entry, { errand, terminal })
  using interrupts = interruptible()
  const circumstances = { signal: interrupts.signal, terminal, label: entry?.summary ?? errand.name }
  const first = await call(app, agreed, circumstances)
  const confirmed = await confirmedErrand(first, agreed, entry)
  const outcome = confirmed === undefined ? first : await call(app, confirmed, circumstances)
  const code = await finish(app, outcome, { entry, errand, terminal, interrupted: interrupts.signal })
  return interrupts.code() ?? code
}

interface FinishedCommand {
  readonly entry: OperationEntry | undefined
  readonly errand: Invocation
  readonly terminal: Terminal
  readonly interrupted: AbortSignal
}

async function finish(
  app: App,
  outcome: Outcome,
  { entry, errand, terminal, interrupted }: FinishedCommand,
): Promise<number> {
  const onInterrupt = entry?.cli?.follow
  if (entry?.cli?.steps && outcome.ok && mayAsk(errand.actor, errand.typed) && terminal.stdin)
    return takeEach(app, { errand, terminal, interrupted })
  const begun = outcome.ok ? begunBy(app, outcome.value) : undefined
  if (begun !== undefined) return followBegun(app, outcome, { begun, entry, errand, terminal, interrupted })
  if (onInterrupt === undefined || !outcome.ok) return show(outcome, { entry, typed: errand.typed, terminal })
  const { followRun: follow } = await import('./follow-run.ts')
  const { actor, typed } = errand
  const run = await runIn(app, outcome.value, actor)
  return follow(app, { run, actor, onInterrupt, interrupted, json: typed.json })
}

/** What the operation of a follow-up or of a confirmed request answered, where that is a run: it would end with this process. */
function begunBy({ manifest }: App, value: unknown): unknown {
  const { operation, result } = Object(value) as { operation?: unknown; result?: unknown }
  const done: { name?: unknown; result?: unknown } =
    typeof operation === 'string' ? { name: operation, result } : Object(operation)
  const begins = manifest.operations.find(({ name }) => name === done.name)?.cli?.follow === 'cancel'
  return begins ? done.result : undefined
}

/** The answer with what its operation answered in the end. */
function withAnswer(value: unknown, result: unknown): object {
  const whole = Object(value) as { operation?: unknown }
  if (typeof whole.operation === 'string') return { ...whole, result }
  return { ...whole, operation: { ...Object(whole.operation), result } }
}

async function followBegun(
  app: App,
  outcome: Outcome,
  { begun, entry, errand, terminal, interrupted }: FinishedCommand & { readonly begun: unknown },
): Promise<number> {
  const { followRun: follow } = await import('./follow-run.ts')
  const { actor, typed } = errand
  const run = await runIn(app, begun, actor)
  const { json } = typed
  if (!json) await show(outcome, { entry, typed, terminal })
  const answered = (result: unknown) => withAnswer(outcome.ok ? outcome.value : {}, result)
  return follow(app, { run, actor, onInterrupt: 'cancel', interrupted, json, answered })
}

async function takeEach(app: App, { errand, terminal, interrupted }: Omit<FinishedCommand, 'entry'>): Promise<number> {
  const [{ takeSteps }, { followRun: follow }] = await Promise.all([
    import('./take-steps.ts'),
    import('./follow-run.ts'),
  ])
  const { name, input, actor, typed } = errand
  return takeSteps(app, {
    list: () => app.call(name, input, { actor }),
    actor,
    typed,
    terminal,
    follow: run => follow(app, { run, actor, onInterrupt: 'cancel', interrupted, json: false }),
  })
}

/** What was answered is a run, or says which one it is. */
async function runIn(app: App, value: unknown, actor: Actor): Promise<Run> {
  const { interaction_id: id } = Object(value) as { interaction_id?: string }
  if (id === undefined) return value as Run
  const outcome = await app.call('run.show', { id }, { actor })
  if (outcome.ok) return outcome.value as Run
  throw refuse(outcome.error.code, outcome.error.message, outcome.error)
}

/** Loads the questions only for operations that may have one. */
async function agree(
  app: App,
  entry: OperationEntry,
  { errand, terminal }: { errand: Invocation; terminal: Terminal },
): Promise<Invocation> {
  if (entry.effect !== 'destructive' && entry.preview === undefined) return errand
  const { consent } = await import('./consent.ts')
  const input = (errand.input ?? {}) as Readonly<Record<string, unknown>>
  const agreed = await consent(app, { entry, input, actor: errand.actor, typed: errand.typed }, markdown =>
    answerText(markdown, { terminal, to: 'stderr' }),
  )
  return { ...errand, input: agreed }
}

/** What an operation wants a person to confirm is asked here, and sent once more; nothing where there is nobody to ask. */
async function confirmedErrand(
  outcome: Outcome,
  errand: Invocation,
  entry: OperationEntry | undefined,
): Promise<Invocation | undefined> {
  if (outcome.ok || outcome.error.details?.['confirm'] !== true || entry === undefined) return undefined
  const { confirmCall: confirm } = await import('./consent.ts')
  if (!(await confirm(outcome.error.message, errand))) return undefined
  const input = (errand.input ?? {}) as Readonly<Record<string, unknown>>
  // The flags of a tool are its own: the operation that runs it takes the consent.
  if (entry.domain === 'tools' && entry.input.properties?.['confirmed'] === undefined)
    return { ...errand, name: 'tool.run', input: { name: entry.key, input, confirmed: true } }
  // What was shown goes with the yes, so that nothing else is meant by it.
  return { ...errand, input: { ...input, ...Object(outcome.error.details['with'] ?? { confirmed: true }) } }
}

async function call(
  app: App,
  { name, input, actor, typed }: Invocation,
  { signal, terminal, label }: { signal: AbortSignal; terminal: Terminal; label: string },
): Promise<Outcome> {
  using display = showProgress(label, {
    shown: terminal.stderr && terminal.env['TERM'] !== 'dumb',
    columns: terminal.columns,
  })
  return await app.call(name, input, {
    actor,
    signal,
    progress: progress => display.report(progress),
    ...(typed.operationId !== undefined && { operationId: checkedId(typed.operationId) }),
  })
}

interface Showing {
  readonly entry: OperationEntry | undefined
  readonly typed: TypedCommand
  readonly terminal: Terminal
}

async function show(outcome: Outcome, { entry, typed: { json }, terminal }: Showing): Promise<number> {
  if (!outcome.ok) return answerFailure(outcome.error, { terminal, json })
  if (json) answerValue(outcome.value)
  else await answerText(outcome.text(), { terminal, to: 'stdout', verbatim: entry?.cli?.verbatim })
  return blocks(entry, outcome.value) ? codes.blocked.exit : 0
}

/** A report whose findings block something: shown like any other, and a script sees it by the exit code. */
function blocks(entry: OperationEntry | undefined, value: unknown): boolean {
  const field = entry?.cli?.blocks
  return field !== undefined && Number((value as Readonly<Record<string, unknown>>)[field] ?? 0) > 0
}

export async function identifyCaller(terminal: Terminal, takesStdin: boolean): Promise<Actor> {
  const facts: CallerFacts = { ...terminal, piped: takesStdin && !terminal.stdin, tty: ttyOpens }
  if (!usesToken(facts)) return callerOf(facts)
  const { tokenIn } = await import('./token-in.ts')
  return callerOf(facts, tokenIn(terminal.env))
}

function checkedId(id: string): string {
  const reason = whyNotId(id)
  if (reason === undefined) return id
  throw refuse('usage', `--operation-id: ${JSON.stringify(id)} ${reason}.`, {
    target: '--operation-id',
    fix: shell`furrow help`,
  })
}
