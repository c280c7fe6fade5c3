import fs from 'node:fs'
import path from 'node:path'
import { type AgentJob, launchAgent } from '../../agents/launch.ts'
import { refuse } from '../../operation/errors.ts'
import type { FollowedRun } from '../../runs/model.ts'
import { renderFollowed } from '../../runs/show/render-run.ts'
import { answerWithRun } from '../../runs/watch/answer-with-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { TOOLS, whyNotToolName } from '../../tools/files/tool-folders.ts'
import { findTool, requireTrusted } from '../../tools/find-tool.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { filledGuide } from '../act/prompt.ts'
import * as contracts from './contracts.ts'

export const plan = implement(() => contracts.plan, {
  async run(call, { name, description, requirements, agent }) {
    refuseTaken(call, name)
    const wish = requirements === undefined ? description : `${description}\n\nRequirements:\n\n${requirements}`
    return started(call, await jobOf('plan', name, wish), agent)
  },
  render: renderFollowed,
})

export const build = implement(() => contracts.build, {
  async run(call, { name, plan: wish, agent }) {
    refuseTaken(call, name)
    return started(call, await jobOf('build', name, wish), agent)
  },
  render: renderFollowed,
})

export const evolve = implement(() => contracts.evolve, {
  async run(call, { name, change_request: wish, agent }) {
    const found = await findTool(call, name)
    const { builtIn, place, meta } = found
    if (builtIn || place.source === 'package')
      return refuse('forbidden', `${name} ships with Furrow and follows its version; evolve a clone of it.`, {
        target: name,
        fix: shell`furrow tool clone ${name} my-${name}`,
      })
    // Its version is known once it may run, and has to go up.
    requireTrusted(call, found)
    return started(call, await jobOf('evolve', name, wish, meta.version), agent)
  },
  render: renderFollowed,
})

type ToolmakingKind = 'plan' | 'build' | 'evolve'

async function jobOf(making: ToolmakingKind, name: string, wish: string, version = ''): Promise<AgentJob> {
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
  const answer: FollowedRun = await answerWithRun(call, run)
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
