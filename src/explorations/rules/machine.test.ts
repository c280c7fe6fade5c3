import fc from 'fast-check'
import { expect, test } from 'vitest'
import { full } from '../../../tests/support/full.ts'
import {
  approving,
  completedIn,
  isEnd,
  type Model,
  mayMove,
  publishing,
  researching,
  type TopicModel,
  writing,
} from '../../../tests/support/machine-model.ts'
import { approve } from '../../lifecycle/approval.ts'
import type { Actor } from '../../operation/actor.ts'
import { register } from '../artifacts/artifact-files.ts'
import { type ProjectState, type ProjectTask, ProjectState as Schema } from '../model.ts'
import {
  artifactsOf,
  currentState,
  iterationOf,
  mapArtifacts,
  mapTasks,
  stepsHere,
  topicsOf,
  withPhase,
} from '../record/project-parts.ts'
import { newState } from '../start-project.ts'
import { changed } from '../tasks/task-rules.ts'
import { builtInType } from '../types/built-in.ts'
import { type Ability, type ProjectType, TRIGGERS, type Trigger } from '../types/model.ts'
import { BUILT_IN_TYPES } from '../types/names.ts'
import { type GuardContext, whyNotGuarded } from './guards.ts'
import { applyTransition, chooseTransition, lastTaskId, taskId, whyNotAllowed } from './machine.ts'
import { transitionsFrom } from './ways.ts'

const AT = '2026-01-02T03:04:05.000Z'
const MAKING = { at: AT, by: 'maintainer' }
const RUNS = full ? 20_000 : 1500
const ACTOR: Actor = { kind: 'person', id: 'maintainer', door: 'cli' }

/** The real thing: the state, and the texts that its approvals are bound to. */
interface Real {
  state: ProjectState
  texts: Map<string, string>
}

const PATHS = ['summary.md', 'detail.md', 'costs.md', 'fourth.md', 'fifth.md'] as const

function sightOf(type: ProjectType, { state, texts }: Real): GuardContext {
  return {
    type,
    state,
    bytesOf: path => {
      const text = texts.get(path)
      return text === undefined ? undefined : Buffer.from(text)
    },
    isLogged: () => true,
    look: { fileOf: () => undefined, keptOf: () => undefined, hasRun: () => false },
    evidence: () => ({ sources: [], conclusions: [], claims: [], inputs: [] }),
    unwritten: () => undefined,
    missingOf: () => undefined,
    problems: () => [],
    hindrances: () => [],
  }
}

function expectAllowed(model: Model, real: Real, ability: Ability, expected: boolean): boolean {
  const allowed = whyNotAllowed(model.type, real.state, ability).length === 0
  expect(allowed, `${ability} in ${model.state}`).toBe(expected)
  return allowed
}

class Move implements fc.Command<Model, Real> {
  readonly by: Trigger
  constructor(by: Trigger) {
    this.by = by
  }
  check = () => true
  run(model: Model, real: Real) {
    const sight = sightOf(model.type, real)
    const way = chooseTransition(sight, this.by)
    const open = !Array.isArray(way) && whyNotGuarded(way.guards ?? [], sight).length === 0
    const target = mayMove(model, this.by)
    expect(open ? way.to : undefined, `${this.by} in ${model.state}`).toBe(target)
    if (!open || target === undefined) return
    real.state = applyTransition(model.type, real.state, way, MAKING)
    model.state = target
    if (this.by === 'reopen' && model.type.name === 'exploration')
      for (const each of model.documents) each.approvedText = undefined
    if (way.iterates === true) model.iteration += 1
    if (publishing(target, model.type)) model.steps = checklistOf(model)
  }
  toString = () => this.by
}

function checklistOf(model: Model): Model['steps'] {
  const list = Object.values(model.type.states).flatMap(({ checklist = [] }) => checklist)
  const tasks = completedIn(model)
  return list
    .flatMap(step => (step.each === undefined ? [step] : tasks.map(() => step)))
    .map(({ optional }) => ({ optional: optional === true, status: 'pending' }))
}

class AddTopic implements fc.Command<Model, Real> {
  check = () => true
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'task.create', researching(model.state))) return
    const number = lastTaskId(real.state) + 1
    const task: ProjectTask = { id: taskId(number), name: 'x', status: 'pending', refs: [] }
    const { phase = '' } = currentState(model.type, real.state)
    const next = withPhase(real.state, phase, each => ({ ...each, tasks: [...each.tasks, task] }))
    real.state = { ...next, last_task_id: number }
    model.topics.push({ status: 'pending', iteration: 1, document: undefined })
  }
  toString = () => 'add a topic'
}

/** By their ids, which follow the order in which they were added; phases keep those that were added in them. */
function topicAt({ type }: Model, { state }: Real, index: number): string | undefined {
  const ids = topicsOf(type, state).map(({ id }) => id)
  return ids.sort()[index]
}

class SetTopic implements fc.Command<Model, Real> {
  readonly at: number
  readonly status: TopicModel['status']
  constructor(at: number, status: TopicModel['status']) {
    this.at = at
    this.status = status
  }
  check = ({ topics }: Readonly<Model>) => topics.length > 0
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'task.update', researching(model.state))) return
    const index = this.at % model.topics.length
    const id = topicAt(model, real, index)
    const change = { status: this.status, iteration: iterationOf(real.state) }
    real.state = mapTasks(real.state, task => (task.id === id ? changed(task, change, AT) : task))
    const topic = model.topics[index]
    if (topic === undefined) return
    topic.status = this.status
    if (this.status === 'completed') topic.iteration = model.iteration
  }
  toString = () => `topic ${this.at} ${this.status}`
}

class Link implements fc.Command<Model, Real> {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
  check = ({ topics, documents }: Readonly<Model>) => topics.length > 0 && documents.length > 0
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'task.update', researching(model.state))) return
    const index = this.at % model.topics.length
    const topic = model.topics[index]
    const kinds = ['design', 'specification']
    const wanted = model.documents.filter(({ kind }) => kinds.includes(kind))
    const document = wanted[this.at % Math.max(1, wanted.length)]
    if (topic === undefined || document === undefined) return
    const id = topicAt(model, real, index)
    const change = { refs: [document.path], unref: topic.document === undefined ? [] : [topic.document] }
    if (topic.document === document.path) return
    real.state = mapTasks(real.state, task => (task.id === id ? changed(task, change, AT) : task))
    topic.document = document.path
  }
  toString = () => `link ${this.at}`
}

class Write implements fc.Command<Model, Real> {
  readonly path: (typeof PATHS)[number]
  readonly kind: number
  constructor(path: (typeof PATHS)[number], kind: number) {
    this.path = path
    this.kind = kind
  }
  check = () => true
  run(model: Model, real: Real) {
    const kinds = Object.keys(model.type.kinds)
    const kind = kinds[this.kind % kinds.length] ?? ''
    const known = model.documents.find(({ path }) => path === this.path)
    const text = (known?.text ?? 0) + 1
    if (known !== undefined) {
      known.text = text
      real.texts.set(this.path, `${text}`)
      return
    }
    if (!expectAllowed(model, real, 'artifact.add', writing(model.state))) return
    real.texts.set(this.path, `${text}`)
    real.state = register(real.state, model.type, { path: this.path, at: AT, kind })
    const { iteration } = model
    model.documents.push({ path: this.path, kind, text, approvedText: undefined, iteration, verdict: undefined })
  }
  toString = () => `write ${this.path} as ${this.kind}`
}

class Approve implements fc.Command<Model, Real> {
  readonly at: number
  readonly verdict: 'pass' | 'fail'
  constructor(at: number, verdict: 'pass' | 'fail' = 'pass') {
    this.at = at
    this.verdict = verdict
  }
  check = ({ documents, type }: Readonly<Model>) =>
    documents.some(({ kind }) => type.kinds[kind]?.needs_approval === true)
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'artifact.approve', approving(model.state))) return
    const open = model.documents.filter(({ kind }) => model.type.kinds[kind]?.needs_approval === true)
    const chosen = open[this.at % open.length]
    if (chosen === undefined) return
    const verdict = chosen.kind === 'review' ? { verdict: this.verdict } : {}
    const bytes = Buffer.from(real.texts.get(chosen.path) ?? '')
    const approval = { ...approve({ actor: ACTOR, at: AT, bytes, note: 'why' }), ...verdict }
    real.state = mapArtifacts(real.state, each => (each.path === chosen.path ? { ...each, approval } : each))
    chosen.approvedText = chosen.text
    chosen.verdict = verdict.verdict
  }
  toString = () => `approve ${this.at}`
}

class DoStep implements fc.Command<Model, Real> {
  readonly skip: boolean
  constructor(skip: boolean) {
    this.skip = skip
  }
  check = ({ steps }: Readonly<Model>) => steps.some(({ status }) => status === 'pending')
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'step.update', publishing(model.state, model.type))) return
    const index = model.steps.findIndex(({ status }) => status === 'pending')
    const step = model.steps[index]
    if (step === undefined || (this.skip && !step.optional)) return
    const status = this.skip ? 'skipped' : 'completed'
    const id = stepsHere(model.type, real.state)[index]?.id
    const change = { status, ...(this.skip && { reason: 'by hand' }) } as const
    real.state = mapTasks(real.state, task => (task.id === id ? changed(task, change, AT) : task))
    step.status = status
  }
  toString = () => (this.skip ? 'skip a step' : 'do a step')
}

/** Everything that a state asks for, one thing after the other: what chance alone would rarely come to. */
class Onward implements fc.Command<Model, Real> {
  check = () => true
  run(model: Model, real: Real) {
    const places = PATHS.map((_, index) => index)
    const commands: readonly fc.Command<Model, Real>[] = [
      new AddTopic(),
      ...PATHS.flatMap((path, index) =>
        model.documents.some(document => document.path === path) ? [] : [new Write(path, index)],
      ),
      ...model.topics.map((_, index) => new SetTopic(index, 'completed')),
      ...places.flatMap(index => [new Link(index), new Approve(index)]),
      ...places.flatMap(() => [new DoStep(false), new DoStep(false)]),
      new Move('advance'),
      new Move('complete'),
    ]
    for (const command of commands) if (command.check(model)) command.run(model, real)
  }
  toString = () => 'onward'
}

const STATUSES = ['pending', 'in_progress', 'completed', 'abandoned'] as const

const commands = fc.commands(
  [
    // Giving up ends it, so it is rare; going on is what leads anywhere.
    fc.nat(40).map(dice => new Move(TRIGGERS[dice] ?? 'complete')),
    fc.constantFrom('advance', 'complete').map(by => new Move(by as Trigger)),
    fc.constant(new Move('complete')),
    fc.constant(new AddTopic()),
    fc
      .tuple(fc.nat(5), fc.constantFrom(...STATUSES, 'completed' as const))
      .map(([at, status]) => new SetTopic(at, status)),
    fc.tuple(fc.constantFrom(...PATHS), fc.nat(2)).map(([path, kind]) => new Write(path, kind)),
    fc.nat(3).map(at => new Approve(at)),
    fc.nat(3).map(at => new Approve(at, at === 0 ? 'fail' : 'pass')),
    fc.nat(3).map(at => new Link(at)),
    fc.nat(3).map(at => new SetTopic(at, 'completed')),
    fc.nat(3).map(dice => new DoStep(dice === 0)),
    fc.constant(new DoStep(false)),
    fc.constant(new Onward()),
  ],
  { maxCommands: 60, size: 'max' },
)

test.each(BUILT_IN_TYPES.map(name => [name, builtInType(name)] as const))(
  'F8 %s: the machine never differs from the model, and every state stays sound',
  (_, type) => {
    const visited = new Set<string>()
    fc.assert(
      fc.property(commands, list => {
        const state = newState(type, { name: 'auth', branch: 'explore/auth', description: 'Why?' }, AT)
        const real: Real = { state, texts: new Map() }
        const model: Model = { type, state: type.initial, iteration: 1, topics: [], documents: [], steps: [] }
        fc.modelRun(() => ({ model, real }), list)
        visited.add(model.state)
        expect(real.state.statechart.current_state).toBe(model.state)
        expect(iterationOf(real.state)).toBe(model.iteration)
        expect(real.state.feedback ?? []).toHaveLength(model.iteration - 1)
        expect(Schema.safeParse(JSON.parse(JSON.stringify(real.state))).success).toBe(true)
        // Each phase has its own, so their order over all of them is that of the phases.
        const paths = (documents: readonly { path: string }[]) => documents.map(({ path }) => path).sort()
        expect(paths(artifactsOf(real.state))).toEqual(paths(model.documents))
        expect(transitionsFrom(type, real.state).length === 0).toBe(isEnd(model.state))
      }),
      { numRuns: RUNS },
    )
    expect([...visited].sort()).toEqual(Object.keys(type.states).sort())
  },
)

test('phase statuses and times follow from the state', () => {
  const type = builtInType('exploration')
  const begun = newState(type, { name: 'auth', branch: 'explore/auth', description: '' }, AT)
  const statuses = (state: ProjectState) => type.phases.map(name => state.phases[name]?.status)
  expect(statuses(begun)).toEqual(['active', 'pending'])
  const way = (event: string) =>
    type.transitions.find(each => each.event === event) as ProjectType['transitions'][number]
  const summarizing = applyTransition(type, begun, way('begin_summarizing'), MAKING)
  const finalizing = applyTransition(type, summarizing, way('complete_summarizing'), MAKING)
  expect([statuses(summarizing), statuses(finalizing)]).toEqual([
    ['summarizing', 'pending'],
    ['completed', 'in_progress'],
  ])
  expect(finalizing.phases['exploration']).toMatchObject({ enabled: true, started_at: AT, completed_at: AT })
  const revised = applyTransition(type, finalizing, way('revise'), MAKING)
  expect(revised.phases['exploration']?.completed_at).toBeUndefined()
  const completed = applyTransition(type, finalizing, way('complete_finalization'), MAKING)
  expect(statuses(completed)).toEqual(['completed', 'completed'])
  expect(statuses(applyTransition(type, summarizing, way('abandon'), MAKING))).toEqual(['abandoned', 'skipped'])
})

test('the hundredth topic and the thousandth have ids, and none is given twice', () => {
  expect([taskId(1), taskId(100), taskId(1000)]).toEqual(['001', '100', '1000'])
})
