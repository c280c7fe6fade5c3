import { text } from 'node:stream/consumers'
import { createApp } from '../../../app/app.ts'
import type { ExecuteRun } from '../../../runs/own/owner.ts'
import type { PreparedPlan } from '../../../runs/start/run-plan.ts'
import { readManifest } from '../manifest.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * `furrow host <run-id>`: the owner of a run that outlives whoever asked for it. Started by Furrow alone, with the plan
 * on its standard input; it says one word when the run is under way, and ends with it.
 */
export async function host([id = '']: readonly string[]): Promise<number> {
  const plan = JSON.parse(await text(process.stdin)) as PreparedPlan
  const { HOSTED, takeOver } = await import('../../../runs/host/host.ts')
  await using app = createApp({ manifest: readManifest(), root: process.cwd() })
  const actor = { kind: 'agent', id: 'host', door: 'cli' } as const
  // Closing the app ends the run in an orderly way: whoever stops a host finds a true record.
  for (const signal of SIGNALS) process.once(signal, () => void app[Symbol.asyncDispose]())
  try {
    return await app.within('run.host', { actor }, async call => {
      const { started, ended } = await takeOver(call, id, plan, await workOf(plan))
      await started
      process.stdout.end(HOSTED)
      await ended
      return 0
    })
  } catch (error) {
    process.stdout.end(String(error))
    throw error
  }
}

/** An agent is not only started but spoken with, and has a door of its own. */
async function workOf({ agent }: PreparedPlan): Promise<ExecuteRun | undefined> {
  if (agent === undefined) return undefined
  const { agentWork } = await import('../../../agents/session/drive.ts')
  const { openRunDoor } = await import('../../mcp/http/run-door.ts')
  return agentWork((run, root) => openRunDoor({ run, root, manifest: readManifest() }))
}
