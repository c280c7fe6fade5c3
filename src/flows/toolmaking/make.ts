import fs from 'node:fs'
import path from 'node:path'
import { type AgentJob, launchAgent } from '../../agents/launch.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { answerWith } from '../../runs/answer.ts'
import type { FollowedRun } from '../../runs/model.ts'
import { renderFollowed } from '../../runs/render.ts'
import { TOOLS, whyNotToolName } from '../../tools/files/places.ts'
import { findTool } from '../../tools/find.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { filledGuide } from '../act/prompt.ts'
import * as contracts from './contracts.ts'

export const plan = implement(contracts.plan, {
  async run(call, { name, description, requirements, agent }) {
    refuseTaken(call, name)
    const wish = requirements === undefined ? description : `${description}\n\nRequirements:\n\n${requirements}`
    return started(call, await jobOf('plan', name, wish), agent)
  },
  render: renderFollowed,
})

export const build = implement(contracts.build, {
  async run(call, { name, plan: wish, agent }) {
    refuseTaken(call, name)
    return started(call, await jobOf('build', name, wish), agent)
  },
  render: renderFollowed,
})

export const evolve = implement(contracts.evolve, {
  async run(call, { name, change_request: wish, agent }) {
    const { builtIn, place, meta } = await findTool(call, name)
    if (builtIn || place.source === 'package')
      return refuse('forbidden', `${name} ships with Furrow and follows its version; evolve a clone of it.`, {
        target: name,
        fix: shell`furrow tool clone ${name} my-${name}`,
      })
    return started(call, await jobOf('evolve', name, wish, meta.version), agent)
  },
  render: renderFollowed,
})

type Making = 'plan' | 'build' | 'evolve'

async function jobOf(making: Making, name: string, wish: string, version = ''): Promise<AgentJob> {
  const [head, kit] = await Promise.all([
    guideText({ file: `templates/agent-tool-${making}.md` }),
    guideText({ file: 'writing-tools.md' }),
  ])
  return {
    key: `tool-${making}:${name}`,
    kind: `tool-${making}`,
    target: version === '' ? name : `${name}@${version}`,
    label: `${making} the tool ${name}`,
    prompt: filledGuide(head, { name, version, kit: kit.trim(), wish }),
    profile: making === 'plan' ? 'read' : 'write',
  }
}

async function started(call: Call, job: AgentJob, agent: string | undefined) {
  const run = await launchAgent(call, { ...job, ...(agent !== undefined && { agent }) })
  const answer: FollowedRun = await answerWith(call, run)
  return { ...answer, run_id: run.id, run_key: job.key }
}

function refuseTaken({ workspace }: Call, name: string): void {
  const reason = whyNotToolName(name)
  if (reason !== undefined)
    throw refuse('usage', `${name} ${reason}.`, { target: 'name', fix: shell`furrow tool list` })
  if (fs.existsSync(path.join(workspace.root, TOOLS, name)))
    throw refuse('conflict', `There is a tool ${name} already; it can be evolved.`, {
      target: name,
      fix: shell`furrow tool info ${name}`,
    })
}
