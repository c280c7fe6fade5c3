import path from 'node:path'
import { createApp } from '../../app/app.ts'
import type { Actor } from '../../operation/actor.ts'
import { refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { whyNotId } from '../../operation/naming.ts'
import type { Outcome } from '../../operation/outcome.ts'
import { answerFailure, answerValue } from './answer.ts'
import { callerOf, type Facts, usesToken } from './caller.ts'
import type { Context } from './context.ts'
import { gather, takesStdin } from './gather.ts'
import type { Typed } from './parse.ts'
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

export async function carryOut(
  { name, input, actor, typed }: Errand,
  { manifest, terminal }: Context,
): Promise<number> {
  await using app = createApp({ manifest, root: path.resolve(typed.workspace ?? '.'), env: terminal.env })
  const outcome = await app.call(name, input, {
    actor,
    ...(typed.operationId !== undefined && { operationId: checkedId(typed.operationId) }),
  })
  return show(outcome, typed, terminal)
}

export async function whoCalls(terminal: Terminal, takesStdin: boolean): Promise<Actor> {
  const facts: Facts = { ...terminal, piped: takesStdin && !terminal.stdin, tty: ttyOpens }
  if (!usesToken(facts)) return callerOf(facts)
  const { tokenIn } = await import('./token.ts')
  return callerOf(facts, tokenIn(terminal.env))
}

function show(outcome: Outcome, { json }: Typed, terminal: Terminal): number {
  if (!outcome.ok) return answerFailure(outcome.error, { terminal, json })
  if (json) answerValue(outcome.value)
  else process.stdout.write(`${outcome.text().trimEnd()}\n`)
  return 0
}

function checkedId(id: string): string {
  const reason = whyNotId(id)
  if (reason === undefined) return id
  throw refuse('usage', `--operation-id: ${JSON.stringify(id)} ${reason}.`, {
    target: '--operation-id',
    fix: 'furrow help',
  })
}
