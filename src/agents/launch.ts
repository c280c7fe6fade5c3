import { isRefused, refuse } from '../operation/errors.ts'
import { runLimits } from '../runs/budget/limits.ts'
import { stricterLimits } from '../runs/budget/measure.ts'
import type { BudgetLimits } from '../runs/budget/model.ts'
import { agentAround } from '../runs/inside/around.ts'
import type { AgentPart, Run } from '../runs/model.ts'
import { isOver } from '../runs/model.ts'
import { viewRun } from '../runs/show/view-run.ts'
import { RUN_MARKER } from '../runs/spawn/environment.ts'
import type { RunPlan } from '../runs/start/run-plan.ts'
import { startRun } from '../runs/start/start-run.ts'
import { shell } from '../shared/shell/shell.ts'
import { trustedPath } from '../store/programs/find-program.ts'
import type { Call } from '../workspace/call.ts'
import { programSearch } from '../workspace/programs.ts'
import { subjects } from './agent-ports.ts'
import { requireAgentProgram } from './config/detect.ts'
import { type AgentConfig, chooseAgent } from './config/read-agents.ts'
import { answerIn } from './events.ts'
import { maskerFor, valuesToHide } from './hidden.ts'
import { withReviews } from './reviews.ts'

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
  /** What it may use together with all that it starts, where that is not as the config says. */
  readonly limits?: BudgetLimits
  /** What it is for; what is current when left out. */
  readonly feature?: string
  readonly change?: string
  /** False: nobody is asked, what no rule allows is denied. */
  readonly attended?: boolean
}

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
  const subject = await subjectOf(call, job)
  const part: AgentPart = {
    name: agent.name,
    key: job.key,
    purpose: job.kind,
    ...(job.target !== undefined && { target: job.target }),
    ...(job.origin !== undefined && { origin: job.origin }),
    profile: job.profile,
    prompt: maskerFor(values).maskText(withReviews(call, job, subject.change)),
    // An agent outside starts only what a person can be asked about.
    attended: call.actor.kind === 'agent' ? true : (job.attended ?? true),
    limits: limitsOf(call, job),
    ...subject,
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
  readonly resumed: Pick<AgentPart, 'session_id' | 'resumes' | 'snapshot' | 'worktree' | 'cost'>
}

/** What was said about a budget, without what was not. */
export function definedLimits(given: { [Key in keyof BudgetLimits]: BudgetLimits[Key] | undefined }): BudgetLimits {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** A person may allow a run more than the config does; an agent only less. */
function limitsOf(call: Call, { limits = {} }: AgentJob): BudgetLimits {
  const allowed = runLimits(call)
  return call.actor.kind === 'person' ? { ...allowed, ...limits } : stricterLimits(allowed, limits)
}

/** Inside another run it is for what that one is for. */
async function subjectOf(call: Call, { feature, change, target }: AgentJob) {
  const [, named] = /^feature:(.+)$/.exec(target ?? '') ?? []
  const find = await call.port(subjects)
  const wanted = feature ?? named
  return find(call, { ...(wanted !== undefined && { feature: wanted }), ...(change !== undefined && { change }) })
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
  const parent = agentAround(call, id)
  if (parent === undefined) return
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
