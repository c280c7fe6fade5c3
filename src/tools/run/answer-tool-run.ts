import { isOver, type Run } from '../../runs/model.ts'
import { RESULT_FILE } from '../../runs/protocol/attach.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { ToolAnswer } from '../model.ts'

export function toolAnswerOf(
  { traits }: { traits: Pick<Call['traits'], 'mostResultCharacters'> },
  run: Run,
): ToolAnswer {
  const { id, status, tool } = run
  const { data, ...result } = { ...tool?.result, ...contradiction(run) }
  const text = data === undefined ? '' : JSON.stringify(data)
  const most = traits.mostResultCharacters
  const whole = text.length <= most
  return {
    ...result,
    ...(data !== undefined &&
      (whole
        ? { data }
        : {
            data: text.slice(0, most),
            cut: true,
            more: shell`furrow tool show ${tool?.name ?? ''} ${id} --json`,
          })),
    ...(tool?.result?.['spooled'] !== undefined && { cut: true, more: shell`furrow tool result ${id} data` }),
    interaction_id: id,
    tool_name: tool?.name ?? '',
    status,
    events: `/api/interactions/${id}/events`,
    ...leftBeside(run),
  }
}

/** More names than these are in the record. */
const MOST_NAMES = 20

/** What a run left beside its result, and what of it was not kept; keys of these names in the result of a tool are not in an answer. */
function leftBeside({ attachments = [], attachments_dropped, cut }: Run): Partial<ToolAnswer> {
  const names = attachments.map(({ name }) => name).filter(name => name !== RESULT_FILE)
  return {
    attachments: names.length > 0 ? names.slice(0, MOST_NAMES) : undefined,
    attachments_in_all: names.length > MOST_NAMES ? names.length : undefined,
    attachments_dropped,
    log_cut: cut,
  }
}

/** A tool that said ok and then failed has failed: the record keeps both, an answer says how it ended. */
function contradiction(run: Run): { ok?: false; error?: string } {
  if (run.tool?.result?.ok !== true || !isOver(run) || run.status === 'succeeded') return {}
  return { ok: false, error: run.reason ?? `It said ok, and ended as ${run.status.replace('_', ' ')}.` }
}
