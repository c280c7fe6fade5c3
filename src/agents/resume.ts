import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { answerWith } from '../runs/answer.ts'
import { isOver } from '../runs/model.ts'
import { changeRun } from '../runs/records.ts'
import { renderFollowed } from '../runs/render.ts'
import { startRun } from '../runs/start.ts'
import { implement } from '../workspace/call.ts'
import { chooseAgent } from './config.ts'
import * as contracts from './contracts.ts'
import { agentRun } from './follow.ts'
import { planOf, refuseNested } from './launch.ts'

export const resume = implement(contracts.resume, {
  async run(call, { id, prompt = 'Go on.' }) {
    refuseNested(call)
    const run = await agentRun(call, id)
    const { agent } = run
    if (!isOver(run))
      return refuse('invalid_state', `The run ${id} goes on already (${run.status}).`, {
        target: id,
        fix: shell`furrow runs watch ${id}`,
      })
    if (agent.session_id === undefined || agent.resumable !== true)
      return refuse('unsupported', `The agent ${agent.name} cannot go on with what it did in the run ${id}.`, {
        target: id,
        fix: shell`furrow runs show ${id}`,
      })
    if (agent.changes !== undefined && agent.changes !== 'open' && agent.changes !== 'none')
      return refuse('invalid_state', `What the run ${id} changed is ${agent.changes}: start a new run.`, {
        target: id,
        fix: shell`furrow agent run --help`,
      })
    const { worktree, snapshot, session_id } = agent
    const plan = await planOf(call, chooseAgent(call, agent.name), {
      key: agent.key,
      kind: agent.purpose,
      label: run.label,
      prompt,
      profile: agent.profile,
      attended: agent.attended,
      limits: agent.limits,
      ...(agent.target !== undefined && { target: agent.target }),
      ...(agent.origin !== undefined && { origin: agent.origin }),
      resumed: {
        session_id,
        resumes: id,
        ...(worktree !== undefined && { worktree }),
        ...(snapshot !== undefined && { snapshot }),
      },
    })
    const next = await startRun(call, plan)
    if (agent.changes !== undefined)
      await call.store.exclusively(() =>
        changeRun(call, id, now =>
          now.agent === undefined ? now : { ...now, agent: { ...now.agent, changes: 'resumed' } },
        ),
      )
    return answerWith(call, next)
  },
  render: renderFollowed,
})
