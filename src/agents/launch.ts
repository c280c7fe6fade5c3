import { isRefused, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import type { AgentPart, Run } from '../runs/model.ts'
import { isOver } from '../runs/model.ts'
import type { RunPlan } from '../runs/plan.ts'
import { findRun } from '../runs/records.ts'
import { RUN_MARKER } from '../runs/spawn/environment.ts'
import { startRun } from '../runs/start.ts'
import { viewRun } from '../runs/view.ts'
import { trustedPath } from '../store/programs/find.ts'
import type { Call } from '../workspace/call.ts'
import { programSearch } from '../workspace/programs.ts'
import { type AgentConfig, chooseAgent } from './config.ts'
import { requireAgentProgram } from './detect.ts'
import { answerIn } from './events.ts'
import { maskerFor, valuesToHide } from './hidden.ts'

/** What an agent is to do. */
export interface AgentJob {
  /** One run of a key is under way at a time; a second one is a conflict. */
  readonly key: string
  /** What it is for: `act`, `plan`, `build`, `ask`, `prompt`. */
  readonly kind: string
  /** What it is about: a change, a feature, an interaction. */
  readonly target?: string
  readonly label: string
  /** Rendered, by `prompt.ts` where data is part of it. */
  readonly prompt: string
  /** `read` writes nothing and runs no command; `write` works in a worktree of its own. */
  readonly profile: 'read' | 'write'
  /** By its name in the person's config; the default when left out. */
  readonly agent?: string
  readonly origin?: string
  readonly limits?: { readonly turns?: number; readonly minutes?: number }
  /** False: nobody is asked, what no rule allows is denied. */
  readonly attended?: boolean
}

const LIMITS = { turns: 50, minutes: 30 }
/** Together with the rest of a record it stays a file that everything reads. */
const LONGEST_PROMPT = 200_000

/** Starts the person's own coding agent on a job; answers when it is under way, or waits for its turn. */
export async function launchAgent(call: Call, job: AgentJob): Promise<Run> {
  const agent = chooseAgent(call, job.agent)
  refuseNested(call)
  programFor(call, agent)
  refuseUnfit(call, job)
  return startRun(call, await planOf(call, agent, job))
}

/** The final text of a run that has ended; null while it goes on, and when it said nothing. */
export async function agentAnswer(call: Call, runId: string): Promise<string | null> {
  const run = await viewRun(call, runId)
  return isOver(run) ? answerIn(call, runId) : null
}

export async function planOf(call: Call, agent: AgentConfig, job: AgentJob & Partial<Resumed>): Promise<RunPlan> {
  const hidden = await valuesToHide(call)
  const { given, masks } = variablesOf(agent, call.env)
  const values = [...hidden, ...masks]
  const part: AgentPart = {
    name: agent.name,
    key: job.key,
    purpose: job.kind,
    ...(job.target !== undefined && { target: job.target }),
    ...(job.origin !== undefined && { origin: job.origin }),
    profile: job.profile,
    prompt: maskerFor(values).maskText(job.prompt),
    // An agent outside starts only what a person can be asked about.
    attended: call.actor.kind === 'agent' ? true : (job.attended ?? true),
    limits: { ...LIMITS, ...job.limits },
    ...job.resumed,
  }
  return {
    kind: 'agent',
    label: job.label,
    argv: [programFor(call, agent), ...agent.args],
    cwd: call.workspace.root,
    agent: part,
    given: { PATH: trustedPath(programSearch(call)), ...given },
    masks: values,
    network: true,
    detach: true,
  }
}

export interface Resumed {
  readonly resumed: Pick<AgentPart, 'session_id' | 'resumes' | 'snapshot' | 'worktree'>
}

/** `$NAME` stands for a variable of whoever starts the run: keys are in no file of Furrow's. */
function variablesOf({ env }: AgentConfig, from: Call['env']) {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    const [, reference] = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/.exec(value) ?? []
    const found = reference === undefined ? value : from[reference]
    return found === undefined ? [] : [{ name, value: found, isSecret: reference !== undefined }]
  })
  return {
    given: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
    masks: entries.filter(({ isSecret }) => isSecret).map(({ name, value }) => ({ name, value })),
  }
}

/** An agent that Furrow started does its own work; it starts no others, however it is told to. */
export function refuseNested(call: Call): void {
  const id = call.actor.id.startsWith('run:') ? call.actor.id.slice('run:'.length) : call.env[RUN_MARKER]
  const parent = id === undefined ? undefined : findRun(call, id)
  if (parent?.kind !== 'agent') return
  throw refuse('forbidden', `The agent of the run ${parent.id} cannot start another agent.`, {
    target: parent.id,
    fix: shell`furrow runs show ${parent.id}`,
  })
}

function programFor(call: Call, { name, command }: AgentConfig): string {
  try {
    return requireAgentProgram(command, call)
  } catch (error) {
    if (!isRefused(error) || error.code !== 'not_found') throw error
    throw refuse('not_found', `The agent ${name} is started by ${command}, which is not on PATH.`, {
      target: command,
      fix: shell`furrow agent detect`,
    })
  }
}

function refuseUnfit({ workspace }: Call, job: AgentJob): void {
  if (job.prompt.trim() === '') throw refuse('usage', 'The prompt is empty.', { target: 'prompt' })
  if (job.prompt.length > LONGEST_PROMPT)
    throw refuse('too_large', `The prompt has ${job.prompt.length} characters; at most ${LONGEST_PROMPT} are taken.`, {
      target: 'prompt',
    })
  if (job.profile === 'write' && workspace.repository.gitDir === undefined)
    throw refuse('unsupported', 'Only a git repository gives an agent a worktree of its own to write in.', {
      target: workspace.root,
      fix: shell`git init`,
    })
}
