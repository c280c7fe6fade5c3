import path from 'node:path'
import type { App } from '../../app/app.ts'
import type { Actor } from '../../operation/actor.ts'
import type { Typed } from '../../operation/command/parse.ts'
import { codes, refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { whyNotId } from '../../operation/naming.ts'
import type { Outcome } from '../../operation/outcome.ts'
import { shell } from '../../operation/shell.ts'
import type { Run } from '../../runs/model.ts'
import { answerFailure, answerText, answerValue } from './answer.ts'
import { callerOf, type Facts, usesToken } from './caller.ts'
import type { Context } from './context.ts'
import { gather, takesStdin } from './gather.ts'
import { interruptible } from './interrupt.ts'
import { showProgress } from './progress.ts'
import { type Terminal, ttyOpens } from './terminal.ts'

/** One command of an operation: its input gathered, the operation called, the outcome shown. */
export async function perform(entry: OperationEntry, typed: Typed, context: Context): Promise<number> {
  const actor = await whoCalls(context.terminal, takesStdin(entry, typed.input))
  const input = await gather(entry, typed, { terminal: context.terminal, actor })
  return carryOut({ name: entry.name, input, actor, typed }, context)
}

export interface Errand {
  readonly name: string
  readonly input: unknown
  readonly actor: Actor
  readonly typed: Typed
}

export async function carryOut(errand: Errand, { manifest, terminal, open }: Context): Promise<number> {
  const { name, actor, typed } = errand
  await using app = await open({ manifest, root: path.resolve(typed.workspace ?? '.'), env: terminal.env })
  const known = manifest.operations.find(entry => entry.name === name)
  const entry = known ?? (await app.list({ actor, only: name })).find(listed => listed.name === name)
  const agreed = entry === undefined ? errand : await agree(app, entry, { errand, terminal })
  using interrupts = interruptible()
  const circumstances = { signal: interrupts.signal, terminal, label: entry?.summary ?? name }
  const first = await call(app, agreed, circumstances)
  const confirmed = await confirmedErrand(first, agreed, entry)
  const outcome = confirmed === undefined ? first : await call(app, confirmed, circumstances)
  const code = await finish(app, outcome, { entry, errand, terminal, interrupted: interrupts.signal })
  return interrupts.code() ?? code
}

interface Finish {
  readonly entry: OperationEntry | undefined
  readonly errand: Errand
  readonly terminal: Terminal
  readonly interrupted: AbortSignal
}

async function finish(app: App, outcome: Outcome, { entry, errand, terminal, interrupted }: Finish): Promise<number> {
  const onInterrupt = entry?.cli?.follow
  if (onInterrupt === undefined || !outcome.ok) return show(outcome, { entry, typed: errand.typed, terminal })
  const { follow } = await import('./follow.ts')
  const { actor, typed } = errand
  const run = await runIn(app, outcome.value, actor)
  return follow(app, { run, actor, onInterrupt, interrupted, json: typed.json })
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
  { errand, terminal }: { errand: Errand; terminal: Terminal },
): Promise<Errand> {
  if (entry.effect !== 'destructive' && entry.preview === undefined) return errand
  const { consent } = await import('./consent.ts')
  const input = (errand.input ?? {}) as Readonly<Record<string, unknown>>
  const given = await consent(app, { entry, input, actor: errand.actor, typed: errand.typed }, markdown =>
    answerText(markdown, { terminal, to: 'stderr' }),
  )
  return Object.keys(given).length === 0 ? errand : { ...errand, input: { ...given, ...input } }
}

/** What an operation wants a person to confirm is asked here, and sent once more; nothing where there is nobody to ask. */
async function confirmedErrand(
  outcome: Outcome,
  errand: Errand,
  entry: OperationEntry | undefined,
): Promise<Errand | undefined> {
  if (outcome.ok || outcome.error.details?.['confirm'] !== true || entry === undefined) return undefined
  const { confirm } = await import('./consent.ts')
  if (!(await confirm(outcome.error.message, errand))) return undefined
  const input = (errand.input ?? {}) as Readonly<Record<string, unknown>>
  // The flags of a tool are its own: the operation that runs it takes the consent.
  if (entry.domain === 'tools' && entry.input.properties?.['confirmed'] === undefined)
    return { ...errand, name: 'tool.run', input: { name: entry.key, input, confirmed: true } }
  return { ...errand, input: { ...input, confirmed: true } }
}

async function call(
  app: App,
  { name, input, actor, typed }: Errand,
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
  readonly typed: Typed
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

export async function whoCalls(terminal: Terminal, takesStdin: boolean): Promise<Actor> {
  const facts: Facts = { ...terminal, piped: takesStdin && !terminal.stdin, tty: ttyOpens }
  if (!usesToken(facts)) return callerOf(facts)
  const { tokenIn } = await import('./token.ts')
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
