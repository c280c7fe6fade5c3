import { launchAgent } from '../../agents/launch.ts'
import { briefFor } from '../../explorations/brief/brief.ts'
import type { ProjectTask } from '../../explorations/model.ts'
import { commitStep, guardContextOf, requireProject } from '../../explorations/record/engine.ts'
import type { LoadedProject } from '../../explorations/record/project-files.ts'
import { mapTasks, topicsOf } from '../../explorations/record/project-parts.ts'
import { whyNotAllowed } from '../../explorations/rules/machine.ts'
import { viewProject } from '../../explorations/show/view-project.ts'
import { changed } from '../../explorations/tasks/task-rules.ts'
import { refuseFor } from '../../lifecycle/reason.ts'
import { isRefused, refuse } from '../../operation/errors.ts'
import { slug } from '../../operation/names/naming.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { filledGuide } from '../act/prompt.ts'
import * as contracts from './contracts.ts'
import { researchRuns, researchTargetOf } from './runs.ts'

const BRIEF_TOKENS = 6000

export const research = implement(() => contracts.research, {
  async run(call, { topics: wanted, agent, minutes, unattended }) {
    await call.store.settled()
    const held = requireProject(call, filesOf(call))
    refuseFor(whyNotAllowed(held.type, held.state, 'task.update'))
    const topics = chosenTopics(held, wanted)
    const before = await researchRuns(call, held.state.project.name)
    const running = topics.flatMap(topic => {
      const run = before.find(each => each.task === topic.id && !isOver(each.run))?.run
      return run === undefined ? [] : [{ topic, run }]
    })
    const free = topics.filter(({ id }) => running.every(({ topic }) => topic.id !== id))
    const limits = minutes === undefined ? {} : { limits: { minutes } }
    const started: { topic: ProjectTask; run: Run }[] = []
    for (const topic of free) {
      const run = await launchAgent(call, {
        key: `research:${held.state.project.name}:${topic.id}`,
        kind: 'research',
        target: researchTargetOf(held.state.project.name, topic.id),
        label: `research ${topic.id} ${topic.name}`,
        prompt: await promptFor(call, held, topic),
        profile: 'write',
        ...(agent !== undefined && { agent }),
        ...limits,
        attended: unattended !== true,
      })
      started.push({ topic, run })
    }
    const now =
      started.length === 0
        ? held
        : await markStarted(
            call,
            started.map(({ topic }) => topic.id),
          )
    return {
      name: held.state.project.name,
      started: started.map(({ topic, run }) => ({ task: topic.id, name: topic.name, run: run.id, status: run.status })),
      running: running.map(({ topic, run }) => ({ task: topic.id, name: topic.name, run: run.id })),
      project: viewProject(now, guardContextOf(call, now, filesOf(call))),
    }
  },
  render: ({ started, running }) =>
    [
      ...started.map(({ task, name, run }) => `- ${task} ${name}: run ${run} started`),
      ...running.map(({ task, name, run }) => `- ${task} ${name}: run ${run} is still running`),
      '',
      'What they find comes back as proposals: `furrow explore proposals`',
    ].join('\n'),
})

function chosenTopics({ type, state }: LoadedProject, wanted: readonly string[] | undefined): ProjectTask[] {
  const topics = topicsOf(type, state)
  const missing = wanted?.find(id => topics.every(topic => topic.id !== id))
  if (missing !== undefined)
    throw refuse('not_found', `There is no ${type.task} ${missing}.`, {
      target: 'topics',
      fix: shell`furrow agent task list`,
    })
  const open = topics.filter(({ status }) => status === 'pending' || status === 'in_progress')
  const chosen = wanted === undefined ? open : open.filter(({ id }) => wanted.includes(id))
  if (chosen.length > 0) return chosen
  const message = topics.length === 0 ? `There is no ${type.task} yet.` : `No ${type.task} is open.`
  throw refuse('invalid_state', message, { target: 'topics', fix: shell`furrow agent task create --help` })
}

async function promptFor(call: Call, held: LoadedProject, { id, name, question, scope }: ProjectTask): Promise<string> {
  const brief = await briefFor(call, held, { maxTokens: BRIEF_TOKENS })
  return filledGuide(await guideText({ file: 'templates/agent-research.md' }), {
    id,
    name,
    question: question ?? name,
    scope: scope ?? 'what the question needs, and nothing beyond it',
    file: `findings/${id}-${slug(name)}.md`,
    brief: brief.text.trim(),
  })
}

/** The run is under way already; a topic that somebody resolved meanwhile stays as it is. */
async function markStarted(call: Call, ids: readonly string[]): Promise<LoadedProject> {
  try {
    return await commitStep(call, { command: 'research', ability: 'task.update' }, ({ held: { state }, at }) => {
      const next = mapTasks(state, task =>
        ids.includes(task.id) && task.status === 'pending' ? changed(task, { status: 'in_progress' }, at) : task,
      )
      return { state: next, summary: `research started: ${ids.join(', ')}` }
    })
  } catch (error) {
    if (!isRefused(error) || error.code !== 'blocked') throw error
    return requireProject(call, filesOf(call))
  }
}
