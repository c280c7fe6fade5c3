import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { readGates } from '../../runs/gates/read-gates.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import { contentHash, type TrustSubject } from '../../workspace/trust/subjects.ts'
import type { Change, Proof, Verification } from '../model.ts'
import { readCatalog } from '../record/catalog.ts'
import { CHANGES } from '../record/change-files.ts'

/** One command that shows whether the change does what it says. */
export interface ProofCheck {
  readonly name: string
  readonly command: string
  readonly timeoutSeconds: number
  /** By a person, for this change alone. */
  readonly accepted: boolean
}

export interface ProofPlan {
  readonly kind: Proof['kind']
  readonly checks: readonly ProofCheck[]
}

const PATIENCE_SECONDS = 1800

/** What verifying this change runs: the gates, and what a person accepted for it. Nothing here is run to find out. */
export function proofPlan(call: Pick<Call, 'home' | 'workspace'>, change: Change): ProofPlan {
  const { gates, problems } = readGates(call)
  const [problem] = problems
  if (problem !== undefined)
    throw refuse('damaged', `.sdlc/config.yaml: ${problem.path}: ${problem.message}.`, {
      target: '.sdlc/config.yaml',
      fix: shell`furrow gate list`,
    })
  const accepted = change.accepted_commands ?? []
  const checks = [
    ...gates.map(({ name, command, timeout_seconds }) => ({
      name,
      command,
      timeoutSeconds: timeout_seconds,
      accepted: false,
    })),
    ...accepted.map((command, index) => ({
      name: `accepted-${index + 1}`,
      command,
      timeoutSeconds: PATIENCE_SECONDS,
      accepted: true,
    })),
  ]
  return { kind: gates.length > 0 ? 'gates' : checks.length > 0 ? 'commands' : 'none', checks }
}

/** Asked right before the commands are run; a repository that was cloned brings gates and changes of others. */
export function requireTrust(call: Call, change: Change): void {
  const refusal = untrustedIn(call, change)
  if (refusal !== undefined) throw refusal
}

function untrustedIn(call: Call, change: Change): Refused | undefined {
  for (const subject of [readGates(call).subject, acceptedSubject(change)]) {
    const refusal = subject === undefined ? undefined : whyNotTrusted(call, subject)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** What verifying runs, shown before it counts. */
export function verificationOf(call: Call, change: Change): Verification {
  try {
    const { kind, checks } = proofPlan(call, change)
    const plan = { kind, checks: checks.map(({ name, command, accepted }) => ({ name, command, accepted })) }
    const problem = untrustedIn(call, change)
    return { ...plan, ...(problem !== undefined && { problem: withoutCode(problem) }) }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { kind: 'none', checks: [], problem: withoutCode(error) }
  }
}

/** Why a change that is to be verified now cannot be. */
export function verificationProblem(call: Call, change: Change): Verification['problem'] {
  const isNext = change.status === 'active' && change.current_stage === 'verify'
  return isNext ? verificationOf(call, change).problem : undefined
}

function withoutCode({ message, fix }: Refused): NonNullable<Verification['problem']> {
  return { message, ...(fix !== undefined && { fix }) }
}

/** The accepted commands of a change as a thing to be trusted: all of them, in their order. */
export function acceptedSubject({ id, accepted_commands: commands = [] }: Change): TrustSubject | undefined {
  if (commands.length === 0) return undefined
  return { name: `change:${id}`, path: `${CHANGES}/${id}/change.json`, hash: contentHash(...commands), commands }
}

/** What changes of this worktree would execute. */
export async function changeSubjects(call: Call): Promise<TrustSubject[]> {
  return readCatalog(call).kept.flatMap(({ change }) => acceptedSubject(change) ?? [])
}
