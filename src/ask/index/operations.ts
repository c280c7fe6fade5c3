import path from 'node:path'
import type { FollowedRun } from '../../runs/model.ts'
import { renderFollowed } from '../../runs/show/render-run.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { answerWithRun } from '../../runs/watch/answer-with-run.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderStatus } from '../render-ask.ts'
import { engineIn } from './open.ts'

export const index = implement(() => contracts.index, {
  run: (call, request) => buildIndex(call, request),
  render: renderFollowed,
})

export const status = implement(() => contracts.status, {
  run: async call => engineIn(call).status(),
  render: renderStatus,
})

/** A run like any other: recorded, cancellable, detached where it has to go on. One goes at a time. */
export async function buildIndex(
  call: Call,
  { rebuild = false, detach }: { rebuild?: boolean | undefined; detach?: boolean | undefined } = {},
): Promise<FollowedRun> {
  const { root } = call.workspace
  const started = await startRun(call, {
    kind: 'index',
    label: rebuild ? 'rebuild the index of the codebase' : 'index the codebase',
    argv: [process.execPath, path.join(packageRoot(), 'dist/furrow.cjs'), 'index', ...(rebuild ? ['--rebuild'] : [])],
    cwd: root,
    exclusive: `index ${root}`,
    ...(detach !== undefined && { detach }),
  })
  return answerWithRun(call, started)
}
