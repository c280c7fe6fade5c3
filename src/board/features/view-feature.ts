import { viewReason } from '../../lifecycle/reason.ts'
import { renderNext } from '../../lifecycle/render-next.ts'
import type { Call } from '../../workspace/call.ts'
import { currentFeature } from './current.ts'
import { type FeatureSituation, whyNotForward } from './guards.ts'
import type { FeatureView, Task } from './model.ts'
import { nextAction } from './next-of-feature.ts'

export function viewFeature(call: Pick<Call, 'store'>, situation: FeatureSituation): FeatureView {
  const { id, feature, artifacts } = situation
  return {
    ...rowBase(call, situation),
    ...(feature.description !== undefined && { description: feature.description }),
    artifacts: [...artifacts],
    tasks: feature.tasks,
    depends_on: feature.depends_on,
    blocked: feature.phase === 'released' ? [] : whyNotForward(situation).map(viewReason),
    ...(feature.origin !== undefined && { origin: { kind: feature.origin.kind, ref: feature.origin.ref } }),
    history: feature.phase_history.map(({ phase, at, reason }) => ({
      phase,
      at,
      ...(reason !== undefined && { reason }),
    })),
    id,
  }
}

export function viewRow(call: Pick<Call, 'store'>, situation: FeatureSituation) {
  const { tasks } = situation.feature
  const done = tasks.filter(({ status }) => status === 'completed').length
  return { ...rowBase(call, situation), tasks: { done, all: tasks.length } }
}

function rowBase(call: Pick<Call, 'store'>, situation: FeatureSituation) {
  const { id, feature } = situation
  return {
    id,
    title: feature.title,
    phase: feature.phase,
    current: currentFeature(call) === id,
    ...(feature.change !== undefined && { change: feature.change }),
    next: nextAction(situation),
  }
}

export function renderFeature({ id, title, phase, artifacts, tasks, blocked, next }: FeatureView): string {
  return [
    `# ${title}`,
    '',
    `${id} is in ${phase}.`,
    '',
    '| artifact | state |',
    '| --- | --- |',
    ...artifacts.map(({ name, state, reason }) => `| ${name} | ${state.replace('_', ' ')}${told(reason)} |`),
    '',
    ...(tasks.length === 0 ? [] : [...tasks.map(renderTask), '']),
    ...(blocked.length === 0 ? [] : ['Before the next phase:', ...blocked.map(({ message }) => `- ${message}`), '']),
    renderNext(next),
  ].join('\n')
}

function renderTask({ id, title, status, reason, labels }: Task): string {
  const marks = labels.map(label => ` [${label}]`).join('')
  return `- [${status === 'completed' ? 'x' : ' '}] ${id} ${title}${marks} (${status.replace('_', ' ')}${told(reason)})`
}

function told(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`
}
