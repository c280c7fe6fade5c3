import fc from 'fast-check'
import { expect, test } from 'vitest'
import { full } from '../../tests/support/full.ts'
import { approve } from '../lifecycle/approval.ts'
import type { Actor } from '../operation/actor.ts'
import { register } from './artifacts/files.ts'
import { type Sight, whyNot } from './guards.ts'
import { chooseTransition, follow, lastTaskId, taskId, whyNotAllowed } from './machine.ts'
import { type ProjectState, ProjectState as Schema, type Task } from './model.ts'
import { artifactsOf, currentState, mapArtifacts, mapTasks, stepsOf, topicsOf, withPhase } from './parts.ts'
import { newState } from './start.ts'
import { changed } from './tasks/rules.ts'
import { BUILT_IN } from './types/load.ts'
import { type Ability, type ProjectType, TRIGGERS, type Trigger } from './types/model.ts'
import { leaving } from './ways.ts'

const AT = '2026-01-02T03:04:05.000Z'
const RUNS = full ? 20_000 : 1500
const ACTOR: Actor = { kind: 'person', id: 'maintainer', door: 'cli' }

/** The real thing: the state, and the texts that its approvals are bound to. */
interface Real {
  state: ProjectState
  texts: Map<string, string>
}

/** All that the rules of seed 003 are about, and nothing of how they are kept. */
interface Model {
  type: ProjectType
  state: string
  topics: ('pending' | 'in_progress' | 'completed' | 'abandoned')[]
  documents: { path: string; kind: string; text: number; approvedText: number | undefined }[]
  steps: { optional: boolean; status: 'pending' | 'completed' | 'skipped' }[]
}

/** F8: what the machine may do, said a second time in the plainest words. */
function mayMove(model: Model, by: Trigger): string | undefined {
  const resolved = model.topics.every(status => status === 'completed' || status === 'abandoned')
  const completed = model.topics.some(status => status === 'completed')
  const kind = model.type.name === 'exploration' ? 'summary' : 'design'
  const documents = model.documents.filter(each => each.kind === kind)
  const isAsApproved = documents.every(({ text, approvedText }) => text === approvedText)
  const approved = documents.length > 0 && isAsApproved
  const overview = documents.length <= 1 || documents.some(({ path }) => path === 'summary.md')
  const done = model.steps.length > 0 && model.steps.every(({ status }) => status !== 'pending')
  if (model.type.name === 'exploration') {
    if (model.state === 'Active' && by === 'advance' && resolved && completed) return 'Summarizing'
    if (model.state === 'Summarizing' && by === 'complete' && approved && overview) return 'Finalizing'
    if (model.state === 'Finalizing' && by === 'complete' && done && isAsApproved) return 'Completed'
    if (model.state === 'Summarizing' && by === 'reopen') return 'Active'
    if (model.state === 'Finalizing' && by === 'revise') return 'Summarizing'
  } else {
    if (model.state === 'Drafting' && by === 'complete' && resolved && completed && approved) return 'Publishing'
    if (model.state === 'Publishing' && by === 'complete' && done && isAsApproved) return 'Completed'
    if (model.state === 'Publishing' && by === 'revise') return 'Drafting'
  }
  return by === 'abandon' && !isEnd(model.state) ? 'Abandoned' : undefined
}

function isEnd(state: string): boolean {
  return state === 'Completed' || state === 'Abandoned'
}

const researching = (state: string) => state === 'Active' || state === 'Drafting'
const writing = (state: string) => state === 'Active' || state === 'Summarizing' || state === 'Drafting'
const approving = (state: string) => state === 'Summarizing' || state === 'Drafting'
const publishing = (state: string) => state === 'Finalizing' || state === 'Publishing'

const PATHS = ['summary.md', 'detail.md', 'costs.md'] as const

function sightOf(type: ProjectType, { state, texts }: Real): Sight {
  return {
    type,
    state,
    bytesOf: path => {
      const text = texts.get(path)
      return text === undefined ? undefined : Buffer.from(text)
    },
    isLogged: () => true,
    unwritten: () => undefined,
    missingOf: () => undefined,
    problems: () => [],
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
    const open = !Array.isArray(way) && whyNot(way.guards ?? [], sight).length === 0
    const target = mayMove(model, this.by)
    expect(open ? way.to : undefined, `${this.by} in ${model.state}`).toBe(target)
    if (!open || target === undefined) return
    real.state = follow(model.type, real.state, way, { at: AT })
    model.state = target
    if (this.by === 'reopen') for (const each of model.documents) each.approvedText = undefined
    if (publishing(target)) model.steps = checklistOf(model.type)
  }
  toString = () => this.by
}

function checklistOf({ states }: ProjectType): Model['steps'] {
  const list = Object.values(states).flatMap(({ checklist = [] }) => checklist)
  return list.map(({ optional }) => ({ optional: optional === true, status: 'pending' }))
}

class AddTopic implements fc.Command<Model, Real> {
  check = () => true
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'task.create', researching(model.state))) return
    const number = lastTaskId(real.state) + 1
    const task: Task = { id: taskId(number), name: 'x', status: 'pending', refs: [] }
    const { phase = '' } = currentState(model.type, real.state)
    const next = withPhase(real.state, phase, each => ({ ...each, tasks: [...each.tasks, task] }))
    real.state = { ...next, last_task_id: number }
    model.topics.push('pending')
  }
  toString = () => 'add a topic'
}

class SetTopic implements fc.Command<Model, Real> {
  readonly at: number
  readonly status: Model['topics'][number]
  constructor(at: number, status: Model['topics'][number]) {
    this.at = at
    this.status = status
  }
  check = ({ topics }: Readonly<Model>) => topics.length > 0
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'task.update', researching(model.state))) return
    const index = this.at % model.topics.length
    const id = topicsOf(model.type, real.state)[index]?.id
    real.state = mapTasks(real.state, task => (task.id === id ? changed(task, { status: this.status }, AT) : task))
    model.topics[index] = this.status
  }
  toString = () => `topic ${this.at} ${this.status}`
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
    const kind = Object.keys(model.type.kinds)[this.kind] ?? ''
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
    model.documents.push({ path: this.path, kind, text, approvedText: undefined })
  }
  toString = () => `write ${this.path} as ${this.kind}`
}

class Approve implements fc.Command<Model, Real> {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
  check = ({ documents, type }: Readonly<Model>) =>
    documents.some(({ kind }) => type.kinds[kind]?.needs_approval === true)
  run(model: Model, real: Real) {
    if (!expectAllowed(model, real, 'artifact.approve', approving(model.state))) return
    const open = model.documents.filter(({ kind }) => model.type.kinds[kind]?.needs_approval === true)
    const chosen = open[this.at % open.length]
    if (chosen === undefined) return
    const approval = approve({ actor: ACTOR, at: AT, bytes: Buffer.from(real.texts.get(chosen.path) ?? '') })
    real.state = mapArtifacts(real.state, each => (each.path === chosen.path ? { ...each, approval } : each))
    chosen.approvedText = chosen.text
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
    if (!expectAllowed(model, real, 'step.update', publishing(model.state))) return
    const index = model.steps.findIndex(({ status }) => status === 'pending')
    const step = model.steps[index]
    if (step === undefined || (this.skip && !step.optional)) return
    const status = this.skip ? 'skipped' : 'completed'
    const id = stepsOf(model.type, real.state)[index]?.id
    const change = { status, ...(this.skip && { reason: 'by hand' }) } as const
    real.state = mapTasks(real.state, task => (task.id === id ? changed(task, change, AT) : task))
    step.status = status
  }
  toString = () => (this.skip ? 'skip a step' : 'do a step')
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
    fc.tuple(fc.constantFrom(...PATHS), fc.nat(1)).map(([path, kind]) => new Write(path, kind)),
    fc.nat(3).map(at => new Approve(at)),
    fc.nat(3).map(at => new Approve(at)),
    fc.nat(3).map(at => new SetTopic(at, 'completed')),
    fc.nat(3).map(dice => new DoStep(dice === 0)),
    fc.constant(new DoStep(false)),
  ],
  { maxCommands: 60, size: 'max' },
)

test.each(BUILT_IN.map(type => [type.name, type] as const))(
  'F8 %s: the machine never differs from the model, and every state stays sound',
  (_, type) => {
    const visited = new Set<string>()
    fc.assert(
      fc.property(commands, list => {
        const state = newState(type, { name: 'auth', branch: 'explore/auth', description: 'Why?' }, AT)
        const real: Real = { state, texts: new Map() }
        const model: Model = { type, state: type.initial, topics: [], documents: [], steps: [] }
        fc.modelRun(() => ({ model, real }), list)
        visited.add(model.state)
        expect(real.state.statechart.current_state).toBe(model.state)
        expect(Schema.safeParse(JSON.parse(JSON.stringify(real.state))).success).toBe(true)
        expect(artifactsOf(real.state).map(({ path }) => path)).toEqual(model.documents.map(({ path }) => path))
        expect(leaving(type, real.state).length === 0).toBe(isEnd(model.state))
      }),
      { numRuns: RUNS },
    )
    expect([...visited].sort()).toEqual(Object.keys(type.states).sort())
  },
)

test('phase statuses and times follow from the state', () => {
  const type = BUILT_IN[0] as ProjectType
  const begun = newState(type, { name: 'auth', branch: 'explore/auth', description: '' }, AT)
  const statuses = (state: ProjectState) => type.phases.map(name => state.phases[name]?.status)
  expect(statuses(begun)).toEqual(['active', 'pending'])
  const way = (event: string) =>
    type.transitions.find(each => each.event === event) as ProjectType['transitions'][number]
  const summarizing = follow(type, begun, way('begin_summarizing'), { at: AT })
  const finalizing = follow(type, summarizing, way('complete_summarizing'), { at: AT })
  expect([statuses(summarizing), statuses(finalizing)]).toEqual([
    ['summarizing', 'pending'],
    ['completed', 'in_progress'],
  ])
  expect(finalizing.phases['exploration']).toMatchObject({ enabled: true, started_at: AT, completed_at: AT })
  const revised = follow(type, finalizing, way('revise'), { at: AT })
  expect(revised.phases['exploration']?.completed_at).toBeUndefined()
  const completed = follow(type, finalizing, way('complete_finalization'), { at: AT })
  expect(statuses(completed)).toEqual(['completed', 'completed'])
  expect(statuses(follow(type, summarizing, way('abandon'), { at: AT }))).toEqual(['abandoned', 'skipped'])
})

test('the hundredth topic and the thousandth have ids, and none is given twice', () => {
  expect([taskId(1), taskId(100), taskId(1000)]).toEqual(['001', '100', '1000'])
})
