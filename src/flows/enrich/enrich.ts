import { readAgents } from '../../agents/config/read-agents.ts'
import { launchAgent } from '../../agents/launch.ts'
import { type Inserted, renderPrompt } from '../../agents/prompt.ts'
import type { CreatedCard } from '../../board/board-targets.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'

interface EnrichedDraft {
  readonly made: CreatedCard
  /** Where it came from: `thread:ama/…`, `interaction:build/…`. */
  readonly origin: string
  /** All that is known, for the agent to read. */
  readonly data: readonly Inserted[]
}

/** Lets the person's agent work on the draft of a card, in a worktree of its own; the card is there whether it can or not. */
export async function enrich(
  call: Call,
  { made, origin, data }: EnrichedDraft,
): Promise<{ run_id?: string; problem?: string }> {
  if (readAgents(call).agents.length === 0) return {}
  const guide = await guideText({ file: 'blocks/enrich.md' })
  const instructions = guide.replaceAll('{{target}}', made.target).replaceAll('{{ref}}', made.ref)
  try {
    const run = await launchAgent(call, {
      key: `enrich:${made.ref}`,
      kind: 'enrich',
      target: made.ref,
      label: `Draft: ${made.title}`,
      prompt: renderPrompt({ instructions, data }),
      profile: 'write',
      origin,
    })
    return { run_id: run.id }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: `The draft stays as it is: ${error.message}` }
  }
}
