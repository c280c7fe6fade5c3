import { setTimeout as delay } from 'node:timers/promises'
import type { AgentPart, Run } from '../../runs/model.ts'
import { isOver } from '../../runs/model.ts'
import { isTransient } from '../../runs/own/transient-errors.ts'
import { changeRun } from '../../runs/record/records.ts'
import { publishRunEvent } from '../../runs/watch/announce-run.ts'
import type { Call } from '../../workspace/call.ts'

const PAUSE_MS = 200
const TRIES = 50

/** Writes something into the record of a run that goes on. A busy lock or a full disk may pass; then it is late. */
export async function noteInRun(
  call: Call,
  id: string,
  change: (run: Run & { agent: AgentPart }) => Run,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call.store.exclusively(() => changeRun(call, id, run => whileGoing(run, change)))
      publishRunEvent(call, id)
      return
    } catch (error) {
      if (attempt === TRIES || !isTransient(error, call)) throw error
      await delay(PAUSE_MS)
    }
  }
}

function whileGoing(run: Run, change: (run: Run & { agent: AgentPart }) => Run): Run {
  const { agent } = run
  return agent === undefined || isOver(run) ? run : change({ ...run, agent })
}

/** For pages and terminals that show what waits for an answer. */
export function announcePermissions({ store, actor, clock }: Call, id: string): void {
  store.events.publish({ worktree: store.worktree, kind: 'agent', id, actor, at: clock.now() })
}
