import { refuse } from '../../operation/errors.ts'
import { shell, shellLine } from '../../operation/shell.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { type FoundTool, findTool, requireTrusted, requireWorking } from '../../tools/find.ts'
import type { Values } from '../../tools/follow-ups/fill.ts'
import { holds } from '../../tools/follow-ups/holds.ts'
import { actionAt } from '../../tools/follow-ups/subject.ts'
import { subjectFor } from '../../tools/interactions/large-result.ts'
import { toolRun } from '../../tools/interactions/read.ts'
import type { JsonObject, ResultAction, ToolMeta } from '../../tools/model.ts'
import type { Call } from '../../workspace/call.ts'
import { identify } from '../../workspace/identity.ts'

interface Wanted {
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
  readonly values: Values
}

/** The result and the input are those of the record, whatever a caller may think they are. */
export async function findFollowUp(call: Call, wanted: Wanted): Promise<FollowUp> {
  const run = await toolRun(call, wanted.interaction_id, wanted.name)
  refuseUnfinished(run)
  const tool = await findTool(call, wanted.name)
  requireTrusted(call, tool)
  requireWorking(tool)
  const index = indexOf(tool, run, wanted)
  const action = tool.meta.result_actions?.[index]
  if (action === undefined) throw unknownAction(tool, wanted)
  const result = await subjectFor(call, run, [action])
  refuseUnmet(tool, run, { action, result })
  const values = { ...valuesOf(run, tool.meta), result, tool: wanted.name, project: identify(call).name }
  return { tool: wanted.name, run, action, index, id: action.id ?? action.label, values }
}

/** `interaction:build/20260102-101500-a1b`, as everything refers to it. */
export function originOf({ tool, run }: Pick<FollowUp, 'tool' | 'run'>): string {
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

function indexOf({ meta, closure }: FoundTool, run: Run, { name, interaction_id: id, ...by }: Wanted): number {
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

function unknownAction({ meta, place }: FoundTool, { action_id: id, action_index: index }: Wanted) {
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
  if (holds(condition, result)) return
  throw refuse('blocked', `${label} is not for this result: ${condition} does not hold.`, {
    target: run.id,
    fix: shell`furrow tool show ${place.name} ${run.id}`,
    details: {
      reasons: [{ code: 'condition', message: `${condition} does not hold.`, ids: [run.id] }],
    },
  })
}

/** Values of secret fields are in no record; one that is all the same reaches nobody. */
function valuesOf(run: Run, { form_layout: fields = [] }: ToolMeta): Pick<Values, 'input'> {
  const hidden = new Set(fields.filter(({ secret }) => secret === true).map(({ key }) => key))
  const input: JsonObject = Object.fromEntries(
    Object.entries(run.tool?.input ?? {}).filter(([key]) => !hidden.has(key)),
  )
  return { input }
}
