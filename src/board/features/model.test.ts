import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FeatureModel,
  histories,
  ARTIFACTS as NAMES,
  type Try,
  PHASES as WORDS,
} from '../../../tests/support/feature-model.ts'
import { full } from '../../../tests/support/full.ts'
import { approve } from '../../lifecycle/approval.ts'
import { isRefused } from '../../operation/errors.ts'
import { withTask } from '../tasks/make-task.ts'
import { movedTask } from '../tasks/transitions.ts'
import { type FeatureSituation, whyNotForward } from './guards.ts'
import type { Feature } from './model.ts'
import { nextAction } from './next-of-feature.ts'
import { ARTIFACTS, type ArtifactName, PHASES, REQUIRED } from './phases.ts'
import { artifactPath, situationOf } from './situation.ts'
import { advanced, judged, reworked, rewritten } from './transitions.ts'

const person = { kind: 'person', id: 'person', door: 'cli' } as const
const at = ''

/** The product's own rules over files that are only in memory. */
class Card {
  feature: Feature = {
    schema_version: 1,
    title: 'x',
    created_at: at,
    updated_at: at,
    phase: 'draft',
    phase_history: [],
    artifacts: {},
    tasks: [],
    next_task: 1,
    depends_on: [],
  }
  asked = 0
  readonly #texts = new Map<string, Buffer>()
  #written = 0

  get situation(): FeatureSituation {
    const files = { read: (file: string) => this.#file(file), list: () => [] }
    const seen = situationOf(
      files,
      { id: 'x', card: this.feature },
      { required: REQUIRED, changes: { stagesOf: () => undefined }, isDecided: () => true },
    )
    return { ...seen, escalations: Array.from({ length: this.asked }, (_, n) => `e-${n}`) }
  }

  try(attempt: Try): boolean {
    try {
      this.#do(attempt)
      return true
    } catch (error) {
      if (isRefused(error)) return false
      throw error
    }
  }

  #do(attempt: Try): void {
    if (attempt.kind === 'ask') this.asked += 1
    else if (attempt.kind === 'answer') this.asked -= 1
    else this.feature = this.#next(attempt)
  }

  #next(attempt: Exclude<Try, { kind: 'ask' | 'answer' }>): Feature {
    const { situation, feature } = this
    switch (attempt.kind) {
      case 'advance':
        return advanced(situation, at)
      case 'rework':
        return reworked(situation, { phase: PHASES[attempt.phase] ?? 'draft', at, reason: 'why' })
      case 'add': {
        const last = feature.tasks.at(-1)?.id
        return withTask(feature, at, { title: 't', depends_on: attempt.after && last !== undefined ? [last] : [] }).card
      }
      case 'start':
      case 'complete':
      case 'reopen':
      case 'block':
        return movedTask('x', feature, { task: `T${attempt.task + 1}`, ...MOVES[attempt.kind] })
      default:
        return this.#said(attempt.kind, ARTIFACTS[attempt.artifact] ?? 'spec')
    }
  }

  #said(word: 'write' | 'approve' | 'reject' | 'waive', name: ArtifactName): Feature {
    const { situation } = this
    const path = artifactPath('x', name)
    if (word === 'write') {
      const next = rewritten(situation, name)
      this.#texts.set(path, Buffer.from(String(++this.#written)))
      return next
    }
    const bytes = this.#texts.get(path) ?? Buffer.alloc(0)
    const approval = word === 'approve' ? { approval: approve({ actor: person, at, bytes }) } : {}
    return judged(situation, name, { status: WORD[word], ...approval })
  }

  #file(file: string) {
    const bytes = this.#texts.get(file)
    return bytes === undefined ? undefined : { bytes }
  }
}

const WORD = { approve: 'approved', reject: 'rejected', waive: 'waived' } as const
const MOVES = {
  start: { to: 'in_progress' },
  complete: { to: 'completed', at },
  reopen: { to: 'pending' },
  block: { to: 'blocked', reason: 'why' },
} as const

test('the names that the model knows are those of the product', () => {
  expect([WORDS, NAMES]).toEqual([[...PHASES], [...ARTIFACTS]])
})

const RUNS = full ? 20_000 : 2000

test(`F8: ${RUNS} histories of a card go as a model of forty lines says, and none ends where nothing can be done`, () => {
  fc.assert(
    fc.property(histories(24), attempts => {
      const [model, card] = [new FeatureModel(), new Card()]
      for (const attempt of attempts) {
        if (attempt.kind === 'answer' && model.asked === 0) continue
        const done = card.try(attempt)
        if (done !== model.try(attempt)) throw new Error(`${JSON.stringify(attempt)} was ${done ? 'done' : 'refused'}`)
      }
      expect(card.feature.phase).toBe(WORDS[model.phase])
      expect(card.feature.tasks.map(({ status }) => status)).toEqual(model.tasks.map(({ status }) => status))
      const { situation } = card
      const free = whyNotForward(situation).length === 0
      const advises = nextAction(situation).tool.arguments['action'] === 'advance'
      expect(advises).toBe(free)
    }),
    { numRuns: RUNS },
  )
}, 600_000)
