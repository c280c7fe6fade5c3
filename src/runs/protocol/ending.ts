import type { Run, ToolResult } from '../model.ts'
import type { RunEnding } from '../record/settle.ts'

/** How a tool ended: its own word counts where it gave one, its exit code where it did not. */
export function endingOfTool(
  ended: RunEnding,
  {
    result,
    lastLines,
    plan,
  }: { result: ToolResult | undefined; lastLines: readonly string[]; plan: Pick<Run, 'tool'> },
): RunEnding {
  if (plan.tool?.runtime === 'shell') return { ...ended, result: ofRecipe(ended, lastLines) }
  if (ended.status !== 'succeeded' && ended.status !== 'failed')
    return { ...ended, result: result ?? { ok: false, error: whyStopped(ended) } }
  if (result === undefined) return { ...ended, status: 'failed', ...withoutResult(ended, lastLines) }
  if (!result.ok) return { ...ended, status: 'failed', result }
  if (ended.exit_code === 0) return { ...ended, status: 'succeeded', result }
  return { ...ended, status: 'failed', reason: `It said ok, and ended with exit code ${ended.exit_code}.`, result }
}

function ofRecipe({ status, exit_code }: RunEnding, lastLines: readonly string[]): ToolResult {
  if (status === 'succeeded') return { ok: true, data: { exit_code: 0 } }
  return { ok: false, error: lastLines.join('\n') || `It ${status}.`, data: { exit_code: exit_code ?? null } }
}

function whyStopped({ status, reason }: RunEnding): string {
  return status === 'timed_out' ? 'It took too long and was ended.' : (reason ?? `It was ${status}.`)
}

function withoutResult(
  { exit_code, signal }: RunEnding,
  lastLines: readonly string[],
): Pick<RunEnding, 'reason' | 'result'> {
  const reason = `It ended without a result, with ${signal ?? `exit code ${exit_code}`}.`
  return { reason, result: { ok: false, error: [reason, ...lastLines].join('\n') } }
}
