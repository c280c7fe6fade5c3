import * as fc from 'fast-check'
import { SPEC_STAGES, type SpecStageName } from '../../src/specs/stages.ts'

/** What somebody may try; `text` tells two versions of a stage's text apart. */
export type SpecTry =
  | { readonly kind: 'write'; readonly stage: SpecStageName; readonly text: number; readonly weak: boolean }
  | { readonly kind: 'reopen'; readonly stage: SpecStageName }
  | { readonly kind: 'confirm'; readonly stage: SpecStageName }
  | { readonly kind: 'follow'; readonly text: number }
  | { readonly kind: 'edit'; readonly stage: SpecStageName }
  | { readonly kind: 'remove'; readonly stage: SpecStageName }

const stage = fc.constantFrom(...SPEC_STAGES)
const text = fc.nat(2)

/** Mostly forward, so that histories reach the end; the rest tries what may or may not be allowed. */
export const specHistories = (longest: number): fc.Arbitrary<SpecTry[]> =>
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.record({ kind: fc.constant('follow' as const), text }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), stage, text, weak: fc.boolean() }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('reopen' as const), stage }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), stage }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), stage }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), stage }) },
    ),
    { minLength: 1, maxLength: longest, size: 'max' },
  )

interface Entry {
  done: boolean
  /** The text on the disk; nothing when the file is not there. */
  disk: string | undefined
  /** The text that was written or confirmed last. */
  known: string | undefined
  /** The earlier texts when it was. */
  base: string
}

/** The pipeline in fifty lines: what is allowed, and what comes of it. Written apart from the product's own rules. */
export class SpecModel {
  readonly entries = new Map<SpecStageName, Entry>(
    SPEC_STAGES.map(name => [name, { done: name === 'init', disk: undefined, known: undefined, base: '' }]),
  )
  clarity = false
  verdict: 'PASS' | 'FAIL' | undefined

  get(name: SpecStageName): Entry {
    const entry = this.entries.get(name)
    if (entry === undefined) throw new Error(name)
    return entry
  }

  /** What the earlier files are now. */
  before(name: SpecStageName): string {
    return SPEC_STAGES.slice(1, Math.max(1, SPEC_STAGES.indexOf(name)))
      .map(each => `${each}=${this.get(each).disk ?? ''}`)
      .join(';')
  }

  isOpen(name: SpecStageName): boolean {
    const { done, disk, base } = this.get(name)
    return !done || (name !== 'init' && (disk === undefined || base !== this.before(name)))
  }

  get current(): SpecStageName | undefined {
    return SPEC_STAGES.find(name => this.isOpen(name))
  }

  /** Whether it is allowed; if so, it has happened. `weak` is a round below the gate, or a FAIL. */
  write(name: SpecStageName, content: string, weak: boolean): boolean {
    const entry = this.get(name)
    if (this.current !== name) return false
    const appends = name === 'clarify' && entry.known !== undefined && entry.disk !== undefined
    if (name !== 'init' && entry.disk !== undefined && entry.disk !== entry.known && !appends) return false
    if (name === 'clarify') this.clarity = !weak
    if (name === 'validate') this.verdict = weak ? 'FAIL' : 'PASS'
    const full = appends ? `${entry.disk}+${content}` : content
    this.entries.set(name, {
      done: !(weak && (name === 'clarify' || name === 'validate')),
      disk: full,
      known: full,
      base: this.before(name),
    })
    return true
  }

  reopen(name: SpecStageName): boolean {
    if (!this.get(name).done) return false
    this.get(name).done = false
    if (name === 'validate') this.verdict = undefined
    return true
  }

  confirm(name: SpecStageName): boolean {
    const entry = this.get(name)
    if (name === 'init' || this.current !== name || entry.known === undefined || entry.disk === undefined) return false
    if (name === 'clarify' && !this.clarity) return false
    if (name === 'validate' && this.verdict !== 'PASS') return false
    this.entries.set(name, { ...entry, done: true, known: entry.disk, base: this.before(name) })
    return true
  }
}
