import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import { codes } from '../../../operation/errors.ts'
import type { Run } from '../../../runs/model.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { sanitize } from '../show/sanitize.ts'
import { answerValue } from '../show/show-answer.ts'
import { FdWriter } from '../terminal/fd-writer.ts'
import { writeStdout } from '../terminal/stdio.ts'

export interface Following {
  readonly run: Run
  readonly actor: Actor
  /** What Ctrl-C does to the run. */
  readonly onInterrupt: 'cancel' | 'leave'
  readonly interrupted: AbortSignal
  /** One document at the end instead of the lines. */
  readonly json: boolean
  /** The document around the answer of the run, where it was not asked for alone. */
  readonly answered?: (answer: unknown) => unknown
}

/** Shows a run line by line until it ends; its end decides the exit code. */
export async function followRun(app: App, following: Following): Promise<number> {
  const { run, onInterrupt, interrupted, answered = same } = following
  if (onInterrupt === 'cancel' && run.detached === true) return printId(following)
  const leaving = new AbortController()
  const stop = () => void interrupt(app, following, leaving)
  interrupted.addEventListener('abort', stop)
  if (interrupted.aborted) stop()
  if (run.status === 'queued' && !following.json) say(run, waitsFor(run))
  const ended = await showLines(app, following, leaving)
  if (ended === undefined) return 0
  if (ended.tool !== undefined) await showResult(app, ended, following)
  else if (following.json) answerValue(answered(ended))
  if (!following.json && ended.status !== 'succeeded') say(ended, endOf(ended))
  if (ended.status === 'over_budget') return codes.over_budget.exit
  return ended.status === 'succeeded' ? 0 : 1
}

const same = (answer: unknown) => answer

/** The answer of a tool goes to stdout, alone: what it said on the way went to stderr. */
async function showResult(app: App, run: Run, { actor, json, answered = same }: Following): Promise<void> {
  const { toolAnswerOf: answerOf } = await import('../../../tools/run/answer-tool-run.ts')
  const answer = answerOf({ traits: { mostResultCharacters: Number.POSITIVE_INFINITY } }, run)
  if (json) return answerValue(answered(answer))
  const { data, error } = answer
  const { notKept } = await import('../../../tools/render-tool.ts')
  for (const sentence of notKept(answer)) writeStdout('stderr', `${sentence}\n`)
  if (error !== undefined) writeStdout('stderr', `${error}\n`)
  if (data === undefined && run.tool?.result?.['spooled'] !== undefined) {
    const { showLargeResult } = await import('../show/large-result.ts')
    return showLargeResult(app, run, actor)
  }
  if (data !== undefined) writeStdout('stdout', `${typeof data === 'string' ? data : JSON.stringify(data, null, 2)}\n`)
}

async function showLines(app: App, following: Following, leaving: AbortController): Promise<Run | undefined> {
  const { run, actor, json, onInterrupt } = following
  const own = onInterrupt === 'cancel'
  // Our own command may paint and move the cursor as it likes; somebody else's may not play with this terminal.
  const clean = !own && process.stdout.isTTY === true
  const sink = new FdWriter(() => void interrupt(app, following, leaving))
  const wish = { actor, signal: leaving.signal, lossless: own && !json }
  for await (const news of app.watch(run.id, wish)) {
    if (news.kind === 'end') return news.run
    for (const { level, bytes } of json ? [] : news.pieces)
      await sink.write(
        level === 'stdout' && run.tool === undefined ? 'stdout' : 'stderr',
        clean ? Buffer.from(sanitize(bytes.toString())) : bytes,
      )
  }
  return undefined
}

/** Ctrl-C, or a reader of our output that has gone (`furrow exec -- yes | head`). */
async function interrupt(app: App, { run, actor, onInterrupt }: Following, leaving: AbortController): Promise<void> {
  if (onInterrupt === 'leave') {
    leaving.abort()
    writeStdout('stderr', `\nThe run goes on: ${shell`furrow runs watch ${run.id}`}\n`)
    return
  }
  await app.call('run.cancel', { id: run.id }, { actor })
}

function printId({ run, json }: Following): number {
  if (json) answerValue(run)
  else writeStdout('stdout', `${run.id}\n`)
  return 0
}

function endOf({ status, exit_code, signal, reason }: Run): string {
  const how = signal ?? (exit_code === undefined ? undefined : `exit ${exit_code}`)
  return [status.replace('_', ' '), how, reason].filter(part => part !== undefined).join(', ')
}

function waitsFor({ position = 0 }: Run): string {
  if (position === 0) return 'waits for its turn'
  return `waits behind ${position} other${position === 1 ? '' : 's'}`
}

function say({ id }: Run, text: string): void {
  writeStdout('stderr', `${text}  (furrow runs show ${id})\n`)
}
