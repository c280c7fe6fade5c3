import * as fc from 'fast-check'

/** What somebody may try with a feature; numbers choose among what there is. */
export type Try =
  | { readonly kind: 'write' | 'approve' | 'reject' | 'waive'; readonly artifact: number }
  | { readonly kind: 'advance' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'rework'; readonly phase: number }
  | { readonly kind: 'add'; readonly after: boolean }
  | { readonly kind: 'start' | 'complete' | 'reopen' | 'block'; readonly task: number }

/** The names in order, written down again: the model shares no rule with the product. */
export const PHASES = 'draft specified planned ready implementation review audit qa merge released'.split(' ')
export const ARTIFACTS = 'spec design tasks qa-plan review audit qa-results'.split(' ')
const NEEDS: Readonly<Record<string, string>> = {
  specified: 'spec',
  planned: 'spec design tasks qa-plan',
  review: 'review',
  audit: 'review',
  qa: 'audit',
  merge: 'qa-results',
}
const JUDGED_IN: Readonly<Record<string, string>> = { review: 'review', audit: 'audit', 'qa-results': 'qa' }

const artifact = fc.nat(6)
const one = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('write', 'approve', 'waive', 'waive', 'reject'), artifact }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('advance', 'advance', 'advance', 'ask', 'answer') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rework'), phase: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add'), after: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('start', 'complete', 'complete', 'reopen', 'block'),
      task: fc.nat(3),
    }),
  },
)

export const histories = (longest: number): fc.Arbitrary<Try[]> =>
  fc.array(one as fc.Arbitrary<Try>, { minLength: 1, maxLength: longest, size: 'max' })

interface Kept {
  readonly text: number
  readonly said?: { readonly word: 'approve' | 'reject' | 'waive'; readonly of: number }
}

/** A feature in forty lines: what is allowed, and what comes of it. */
export class FeatureModel {
  phase = 0
  asked = 0
  readonly kept = new Map<string, Kept>()
  readonly tasks: { status: string; after?: number }[] = []
  #texts = 0

  /** Whether it is done; nothing changes when it is refused. */
  try(attempt: Try): boolean {
    switch (attempt.kind) {
      case 'write':
        return this.#unless(this.phase === 9, () => this.kept.set(this.#name(attempt), { text: ++this.#texts }))
      case 'approve':
      case 'reject':
      case 'waive':
        return this.#judge(this.#name(attempt), attempt.kind)
      case 'ask':
        return this.#unless(false, () => (this.asked += 1))
      case 'answer':
        return this.#unless(this.asked === 0, () => (this.asked -= 1))
      case 'advance':
        return this.#unless(this.#isHeldUp(), () => (this.phase += 1))
      case 'rework':
        return this.#unless(attempt.phase >= this.phase, () => this.#back(attempt.phase))
      case 'add':
        return this.#unless(false, () =>
          this.tasks.push({
            status: 'pending',
            ...(attempt.after && this.tasks.length > 0 && { after: this.tasks.length - 1 }),
          }),
        )
      default:
        return this.#move(attempt.task, attempt.kind)
    }
  }

  isSatisfied(name: string): boolean {
    const { text = 0, said } = this.kept.get(name) ?? {}
    return said?.word === 'waive' || (said?.word === 'approve' && said.of === text)
  }

  #isHeldUp(): boolean {
    const next = PHASES[this.phase + 1]
    if (next === undefined || this.asked > 0) return true
    const building = this.phase >= 4 && this.tasks.some(({ status }) => status !== 'completed')
    return building || (NEEDS[next] ?? '').split(' ').some(name => name !== '' && !this.isSatisfied(name))
  }

  #judge(name: string, word: 'approve' | 'reject' | 'waive'): boolean {
    const { text = 0 } = this.kept.get(name) ?? {}
    const isRefused = this.phase === 9 || (word !== 'waive' && text === 0)
    return this.#unless(isRefused, () => this.kept.set(name, { text, said: { word, of: text } }))
  }

  #back(phase: number): void {
    this.phase = phase
    for (const [name, { text }] of this.kept) {
      const judgedIn = PHASES.indexOf(JUDGED_IN[name] ?? 'draft')
      if (JUDGED_IN[name] !== undefined && judgedIn >= phase) this.kept.set(name, { text })
    }
  }

  #move(n: number, verb: string): boolean {
    const task = this.tasks[n]
    const before = task?.after === undefined ? undefined : this.tasks[task.after]
    const waits = verb === 'start' && before !== undefined && before.status !== 'completed'
    const to = { start: 'in_progress', complete: 'completed', reopen: 'pending', block: 'blocked' }[verb] ?? ''
    return this.#unless(task === undefined || waits, () => Object.assign(task ?? {}, { status: to }))
  }

  #name({ artifact: n }: { artifact: number }): string {
    return ARTIFACTS[n] ?? ''
  }

  #unless(refused: boolean, change: () => unknown): boolean {
    if (!refused) change()
    return !refused
  }
}
