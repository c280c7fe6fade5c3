import { shell } from '../../operation/shell.ts'
import type { Run } from '../../runs/model.ts'
import type { Call } from '../../workspace/call.ts'
import type { ToolAnswer } from '../model.ts'

/** The most of a result that an agent is sent; the rest is behind its id. */
const MOST_FOR_AGENTS = 48 * 1024

export function answerOf({ actor }: Pick<Call, 'actor'>, run: Run): ToolAnswer {
  const { id, status, tool } = run
  const { data, ...result } = tool?.result ?? {}
  const text = data === undefined ? '' : JSON.stringify(data)
  const whole = actor.door !== 'mcp' || text.length <= MOST_FOR_AGENTS
  return {
    ...result,
    ...(data !== undefined &&
      (whole
        ? { data }
        : {
            data: text.slice(0, MOST_FOR_AGENTS),
            cut: true,
            more: shell`furrow tool show ${tool?.name ?? ''} ${id} --json`,
          })),
    ...(tool?.result?.['spooled'] !== undefined && { cut: true, more: shell`furrow tool result ${id} data` }),
    interaction_id: id,
    tool_name: tool?.name ?? '',
    status,
    events: `/api/interactions/${id}/events`,
  }
}
