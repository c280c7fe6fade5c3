import { refuse } from '../../operation/errors.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { whyNotCondition } from '../../shared/follow-ups/condition.ts'
import type { TemplateValues } from '../../shared/follow-ups/fill.ts'
import { conditionHolds } from '../../shared/follow-ups/holds.ts'
import { actionAt } from '../../shared/follow-ups/subject.ts'
import { partSecrets } from '../../shared/form/secret-values.ts'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import { type FoundTool, findTool, requireTrusted, requireWorking } from '../../tools/find-tool.ts'
import { largeResultSubject } from '../../tools/interactions/large-result.ts'
import { toolRun } from '../../tools/interactions/read-interactions.ts'
import type { ResultAction, ToolMeta } from '../../tools/model.ts'
import type { Call } from '../../workspace/call.ts'
import { resolveProject } from '../../workspace/identity.ts'

interface FollowUpQuery {
  readonly name: string
  readonly interaction_id: string
  readonly action_id?: string | undefined
  readonly action_index?: number | undefined
}

/** A follow-up that may be carried out now, with what its templates are filled from. */
export interface FollowUp {
  readonly tool: string
  readonly run: Run
  readonly action: ResultAction
  readonly index: number
  /** Its id, or its label where it has none. */
  readonly id: string
  readonly values: TemplateValues
}

/** The result and the input are those of the record, whatever a caller may think they are. */
export async function findFollowUp(call: Call, wanted: FollowUpQuery): Promise<FollowUp> {
  const run = await toolRun(call, wanted.interaction_id, wanted.name)
  refuseUnfinished(run)
  const tool = await findTool(call, wanted.name)
  requireTrusted(call, tool)
  requireWorking(tool)
  const index = indexOf(tool, run, wanted)
  const action = tool.meta.result_actions?.[index]
  if (action === undefined) throw unknownAction(tool, wanted)
  const result = await largeResultSubject(call, run, [action])
  refuseUnmet(tool, run, { action, result })
  const values = { ...valuesOf(run, tool.meta), result, tool: wanted.name, project: resolveProject(call).name }
  return { tool: wanted.name, run, action, index, id: action.id ?? action.label, values }
}

/** `interaction:build/20260102-101500-a1b`, as everything refers to it. */
export function followUpOrigin({ tool, run }: Pick<FollowUp, 'tool' | 'run'>): string {
  return `interaction:${tool}/${run.id}`
}

function refuseUnfinished({ id, tool, ...run }: Run): void {
  if (tool?.mode === 'setup')
    throw refuse('usage', `${id} is a setup of ${tool.name}; follow-ups are for its results.`, {
      target: id,
      fix: shell`furrow tool history ${tool.name}`,
    })
  if (!isOver(run))
    throw refuse('blocked', `${id} is under way; its result is not there yet.`, {
      target: id,
      fix: shell`furrow runs wait ${id}`,
    })
}

function indexOf({ meta, closure }: FoundTool, run: Run, { name, interaction_id: id, ...by }: FollowUpQuery): number {
  const actions = meta.result_actions ?? []
  const wanted = by.action_id ?? by.action_index
  if (wanted === undefined)
    throw refuse('usage', `Which follow-up? ${name} has ${listed(actions)}.`, {
      target: 'action_id',
      fix: shell`furrow tool info ${name}`,
    })
  // A number counts for the tool that gave the result; another version may have other follow-ups under it.
  if (by.action_id === undefined && run.tool?.hash !== undefined && run.tool.hash !== closure.hash)
    throw refuse('conflict', `${name} has changed since ${id}; say which follow-up by its id: ${listed(actions)}.`, {
      target: 'action_index',
      fix: shell`furrow tool info ${name}`,
    })
  return actionAt(actions, wanted)
}

function unknownAction({ meta, place }: FoundTool, { action_id: id, action_index: index }: FollowUpQuery) {
  return refuse('not_found', `${place.name} has no follow-up ${id ?? index}; it has ${listed(meta.result_actions)}.`, {
    target: String(id ?? index),
    fix: shell`furrow tool info ${place.name}`,
  })
}

function listed(actions: readonly ResultAction[] = []): string {
  return actions.length === 0 ? 'none' : actions.map(({ id, label }) => shellLine([id ?? label])).join(', ')
}

function refuseUnmet(
  { place }: FoundTool,
  run: Run,
  { action: { label, condition }, result }: { action: ResultAction; result: unknown },
): void {
  if (condition === undefined || conditionHolds(condition, result)) return
  const unread = whyNotCondition(condition)
  const why = unread === undefined ? `${condition} does not hold.` : `${condition} cannot be read: ${unread}.`
  throw refuse('blocked', `${label} is not for this result: ${why}`, {
    target: run.id,
    fix: shell`furrow tool show ${place.name} ${run.id}`,
    details: {
      reasons: [{ code: 'condition', message: why, ids: [run.id] }],
    },
  })
}

/** Values of secret fields are in no record; one that is all the same reaches nobody. */
function valuesOf(run: Run, meta: ToolMeta): Pick<TemplateValues, 'input'> {
  return { input: partSecrets(meta, run.tool?.input ?? {}).shown }
}
