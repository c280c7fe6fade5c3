import { refuse } from '../operation/errors.ts'
import { isOver } from '../runs/model.ts'
import { changeRun } from '../runs/record/records.ts'
import { renderFollowed } from '../runs/show/render-run.ts'
import { startRun } from '../runs/start/start-run.ts'
import { answerWithRun } from '../runs/watch/answer-with-run.ts'
import { shell } from '../shared/shell/shell.ts'
import { implement } from '../workspace/call.ts'
import { chooseAgent } from './config/read-agents.ts'
import * as contracts from './contracts.ts'
import { agentRun } from './follow.ts'
import { definedLimits, planOf, refuseNested } from './launch.ts'

export const resume = implement(() => contracts.resume, {
  async run(call, { id, prompt = 'Go on.', turns, minutes, tokens, cost }) {
    refuseNested(call)
    const run = await agentRun(call, id)
    const { agent } = run
    if (!isOver(run))
      return refuse('invalid_state', `Run ${id} is still running (${run.status}).`, {
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
    if (run.status === 'over_budget' && call.actor.kind !== 'person')
      return refuse('over_budget', `The run ${id} has used up its budget; a person decides whether it goes on.`, {
        target: id,
        fix: shell`furrow runs resume ${id}`,
      })
    const { worktree, snapshot, session_id } = agent
    const given = definedLimits({ turns, minutes, tokens, cost })
    const plan = await planOf(call, chooseAgent(call, agent.name), {
      key: agent.key,
      kind: agent.purpose,
      label: run.label,
      prompt,
      profile: agent.profile,
      attended: agent.attended,
      limits: { ...agent.limits, ...given },
      ...(agent.feature !== undefined && { feature: agent.feature }),
      ...(agent.change !== undefined && { change: agent.change }),
      ...(agent.target !== undefined && { target: agent.target }),
      ...(agent.origin !== undefined && { origin: agent.origin }),
      resumed: {
        session_id,
        resumes: id,
        ...(worktree !== undefined && { worktree }),
        ...(snapshot !== undefined && { snapshot }),
        ...(agent.cost !== undefined && { cost: agent.cost }),
      },
    })
    const next = await startRun(call, plan)
    if (agent.changes !== undefined)
      await call.store.exclusively(() =>
        changeRun(call, id, now =>
          now.agent === undefined ? now : { ...now, agent: { ...now.agent, changes: 'resumed' } },
        ),
      )
    return answerWithRun(call, next)
  },
  render: renderFollowed,
})
