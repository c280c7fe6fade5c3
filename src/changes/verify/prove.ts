import { refuse } from '../../operation/errors.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { requestCancel } from '../../runs/own/owner-mailbox.ts'
import { readRunRecord, runIds } from '../../runs/record/records.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { timeoutSignal, waitForEnd } from '../../runs/watch/wait-for-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { runGit } from '../../store/git/git-run.ts'
import { systemProgram } from '../../store/programs/find-program.ts'
import type { Call } from '../../workspace/call.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import type { Change } from '../model.ts'
import { changedAfter, type TimeSpan, unversioned } from './touched.ts'
import type { ProofCheck, ProofPlan } from './verify-plan.ts'

/** A check that takes longer has outlived the call that started it, unless that came from a terminal. */
const ANSWERED_SECONDS = 45
const RUNS_LOOKED_AT = 50
/** A success counts for as long as nobody changed the code; a failure only for the caller that did not see it yet. */
const FRESH_MS = { succeeded: 60 * 60 * 1000, failed: 5 * 60 * 1000 } as const

export interface ProvenChange {
  readonly check: ProofCheck
  readonly run: Run
}

/** Runs the checks one after the other. The last one may be under way still, when the caller's time is up. */
export async function prove(call: Call, change: Change, { checks }: ProofPlan): Promise<ProvenChange[]> {
  if (checks.length === 0) return []
  const seconds = call.traits.workPatienceSeconds
  const patience = Number.isFinite(seconds) ? [timeoutSignal(seconds)] : []
  const signal = AbortSignal.any([call.signal, ...patience])
  const links = [`change:${change.id}`, `code:${await codeNow(call)}`]
  const proven: ProvenChange[] = []
  for (const check of checks) {
    call.progress({ message: `${check.name}: ${check.command}`, done: proven.length, total: checks.length })
    const run = (await earlierRun(call, check, links)) ?? (await begin(call, check, links))
    const seen = await waitForEnd(call, run.id, signal)
    proven.push({ check, run: seen })
    if (call.signal.aborted && !isOver(seen)) throw giveUp(call, change, seen)
    if (!isOver(seen)) break
  }
  return proven
}

function begin(call: Call, { name, command, timeoutSeconds }: ProofCheck, links: readonly string[]): Promise<Run> {
  const argv = [systemProgram('sh'), '-c', command]
  return startRun(call, { kind: 'gate', label: name, argv, cwd: call.workspace.root, timeoutSeconds, links })
}

/** What an earlier call for the same change and the same code has started. */
async function earlierRun(
  call: Call,
  { name, command }: ProofCheck,
  links: readonly string[],
): Promise<Run | undefined> {
  const runs = recentRuns(call).filter(({ links: of }) => links.every(link => of?.includes(link)))
  const same = runs.find(
    run =>
      run.label === name &&
      run.argv?.[2] === command &&
      run.cwd === call.workspace.root &&
      isFresh(run, call.clock.now()),
  )
  if (same?.ended_at === undefined) return same
  const entries = await unversioned(call.workspace)
  const changed = entries === undefined || changedAfter(Date.parse(same.ended_at), entries, runs.map(spanOf))
  return changed === undefined ? same : undefined
}

function recentRuns(call: Call): Run[] {
  return runIds(call)
    .slice(0, RUNS_LOOKED_AT)
    .flatMap(id => {
      const row = readRunRecord(call, id)
      return row === undefined || 'problem' in row ? [] : [row.run]
    })
}

function spanOf({ started_at, ended_at }: Run): TimeSpan {
  return { from: Date.parse(started_at), to: ended_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(ended_at) }
}

function isFresh({ status, ended_at, started_at }: Run, now: number): boolean {
  if (ended_at === undefined) return status === 'queued' || status === 'running'
  const age = now - Date.parse(ended_at)
  if (status === 'succeeded') return age < FRESH_MS.succeeded
  const seen = Date.parse(ended_at) - Date.parse(started_at) < ANSWERED_SECONDS * 1000
  return status === 'failed' && !seen && age < FRESH_MS.failed
}

/** The code as git sees it, without the texts of the pipeline itself; `touched.ts` watches what git does not know. */
async function codeNow({ workspace: { root, repository } }: Call): Promise<string> {
  if (repository.gitDir === undefined) return 'unversioned'
  const options = { answers: [1, 128] }
  const head = await runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD'], options)
  const changed = await runGit(root, ['diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD'], options)
  const files = changed.stdout.split(/^diff --git /m).filter(part => !/^a\/(?:sdd|\.sdlc)\//.test(part))
  return contentHash(head.stdout, ...files).slice(0, 16)
}

function giveUp(call: Call, { id }: Change, run: Run) {
  requestCancel(call, run.id)
  return refuse('cancelled', `Verifying ${id} was cancelled; nothing was written.`, {
    target: run.id,
    fix: shell`furrow runs show ${run.id}`,
  })
}
