import type { AgentRun, Run } from '../../runs/model.ts'
import { settleDeadRuns } from '../../runs/own/settle-dead-runs.ts'
import { readRunRecord, runIds } from '../../runs/record/records.ts'
import type { Call } from '../../workspace/call.ts'

export interface ResearchRun {
  readonly task: string
  readonly run: AgentRun
}

export function researchTargetOf(project: string, task: string): string {
  return `${project}/${task}`
}

/** The newest run of each topic of an exploration that was given to an agent. */
export async function researchRuns(call: Call, project: string): Promise<ResearchRun[]> {
  await settleDeadRuns(call)
  const newest = new Map<string, AgentRun>()
  for (const id of runIds(call)) {
    const row = readRunRecord(call, id)
    if (row === undefined || 'problem' in row) continue
    const { run } = row
    const { purpose, target = '' } = run.agent ?? {}
    const task = target.startsWith(`${project}/`) ? target.slice(project.length + 1) : ''
    if (purpose === 'research' && task !== '' && !newest.has(task) && isAgentRun(run)) newest.set(task, run)
  }
  return [...newest].map(([task, run]) => ({ task, run })).toSorted((one, other) => one.task.localeCompare(other.task))
}

function isAgentRun(run: Run): run is AgentRun {
  return run.agent !== undefined
}
