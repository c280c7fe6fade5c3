import { readAgents } from '../../agents/config/read-agents.ts'
import { launchAgent } from '../../agents/launch.ts'
import type { Run } from '../../runs/model.ts'
import { changeRun } from '../../runs/record/records.ts'
import type { Call } from '../../workspace/call.ts'
import type { Thread, Turn } from '../threads/model.ts'
import { titleFrom } from '../threads/title.ts'
import { promptFor } from './prompt.ts'
import { askJobKey } from './settle.ts'

/** Whether the person has set up an agent that could write answers. */
export function hasAgent(call: Call): boolean {
  return readAgents(call).agents.length > 0
}

/** Gives a question and its passages to the person's agent, which only reads; it goes on by itself. */
export async function launch(call: Call, thread: Thread, turn: Turn): Promise<Run> {
  const target = `thread:${thread.tool_name}/${thread.id}`
  const run = await launchAgent(call, {
    key: askJobKey(thread.id, turn.id),
    kind: 'ask',
    target,
    label: `Ask: ${titleFrom(turn.question)}`,
    prompt: await promptFor(thread, turn),
    profile: 'read',
    origin: target,
    attended: false,
  })
  // Its answer is in its record until somebody has written it into the thread.
  await call.store.exclusively(() => changeRun(call, run.id, now => ({ ...now, links: [target] })))
  return run
}
