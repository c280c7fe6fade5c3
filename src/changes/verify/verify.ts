import { blocked, type Reason } from '../../operation/errors.ts'
import { isOver } from '../../runs/model.ts'
import { lastLine, readLines } from '../../runs/output/log-lines.ts'
import { logFolder } from '../../runs/record/record-files.ts'
import { shell } from '../../shared/shell/shell.ts'
import { fenced } from '../../store/documents/markdown/fenced.ts'
import type { Call } from '../../workspace/call.ts'
import type { Change, Proof } from '../model.ts'
import { type ProvenChange, prove } from './prove.ts'
import { type ProofPlan, proofPlan, requireTrust } from './verify-plan.ts'

const TAIL_LINES = 20
const FAILURE_LINES = 30
const LONGEST_LINE = 400

export interface VerifyResult {
  readonly plan: ProofPlan
  readonly proof: Proof
  /** The section that is put below the content of the stage. */
  readonly text: string
}

export interface StillRunning {
  readonly verifying: { name: string; run: string; status: string }[]
}

/** Everything that is executed is executed here, before the lock: the gates say whether the claim holds. */
export async function verify(call: Call, change: Change): Promise<VerifyResult | StillRunning> {
  const plan = proofPlan(call, change)
  requireTrust(call, change)
  const proven = await prove(call, change, plan)
  const running = proven.filter(({ run }) => !isOver(run))
  if (running.length > 0)
    return { verifying: running.map(({ check, run }) => ({ name: check.name, run: run.id, status: run.status })) }
  const failed = proven.filter(({ run }) => run.status !== 'succeeded')
  if (failed.length > 0) throw blocked(await Promise.all(failed.map(each => failure(call, change, each))))
  const proof = { kind: plan.kind, results: proven.map(resultOf), at: new Date(call.clock.now()).toISOString() }
  return { plan, proof, text: await printProof(call, proof) }
}

/** Why a check failed is in its last lines, so they are part of the answer. */
async function failure(call: Call, { id }: Change, { check, run }: ProvenChange): Promise<Reason> {
  const ended = run.exit_code === undefined ? (run.reason ?? run.status) : `exit code ${run.exit_code}`
  const lines = await tailOf(call, run.id, FAILURE_LINES)
  const verdict = `${check.name} (${check.command}) ${run.status === 'failed' ? 'failed' : run.status} with ${ended}, so ${id} is not verified.`
  return {
    code: 'gate_failed',
    ids: [id, run.id],
    message: lines.length === 0 ? verdict : `${verdict} Its last lines:\n${lines.join('\n')}`,
    fix: shell`furrow runs show ${run.id}`,
  }
}

function resultOf({ check, run }: ProvenChange): Proof['results'][number] {
  return {
    name: check.name,
    command: check.command,
    run: run.id,
    exit_code: run.exit_code ?? null,
    duration_ms: run.duration_ms ?? 0,
    ok: run.status === 'succeeded',
  }
}

async function printProof(call: Call, { results, at }: Proof): Promise<string> {
  if (results.length === 0)
    return '## Proof\n\nproof: none. There was no quality gate and no accepted command to run.\n'
  const parts = await Promise.all(results.map(result => printResult(call, result)))
  return ['## Proof', '', `Run by Furrow, ${at}.`, ...parts].join('\n')
}

async function printResult(call: Call, { name, command, run, exit_code, duration_ms }: Proof['results'][number]) {
  const lines = await tailOf(call, run, TAIL_LINES)
  return [
    '',
    `### ${name}`,
    '',
    `- command: ${JSON.stringify(command)}`,
    `- exit code: ${exit_code ?? 'none'}`,
    `- time: ${(duration_ms / 1000).toFixed(1)} s`,
    `- run: ${run}`,
    ...(lines.length === 0 ? [] : ['', fenced(lines.join('\n'), 'text')]),
    '',
  ].join('\n')
}

async function tailOf(call: Call, id: string, count: number): Promise<string[]> {
  const folder = logFolder(call, id)
  const last = await lastLine(folder)
  const lines = await readLines(folder, { from: Math.max(1, last - count + 1), count })
  return lines.map(({ text }) => text.slice(0, LONGEST_LINE))
}
