import type { Transaction } from '../store/journal/transaction.ts'
import { type Call, port } from '../workspace/call.ts'

export const TARGETS = ['feature', 'task', 'ponder', 'investigation', 'feedback'] as const
export type CardTarget = (typeof TARGETS)[number]

/**
 * What becomes a card of the board. The text is the draft of a feature's spec, the body of a task, the brief of a
 * ponder, the context of an investigation, or what the feedback says.
 */
export interface NewCard {
  readonly target: CardTarget
  readonly title: string
  readonly text?: string | undefined
  /** Where it came from: `interaction:build/20260102-101500-a1b`, `thread:ask/…`, `feedback:f-001`. */
  readonly origin?: string | undefined
  /** Of a task: its feature, else the current one. */
  readonly feature?: string | undefined
  /** Of a task. */
  readonly labels?: readonly string[] | undefined
  /** Of a ponder: a text that is kept with it, under a name. */
  readonly captured?: { readonly name: string; readonly text: string } | undefined
  /** Of an investigation: `root_cause` (the default), `evolve` or `guideline`. */
  readonly kind?: 'root_cause' | 'evolve' | 'guideline' | undefined
}

/** A card that was made: `ref` is how everything refers to it, `feature:sign-on` or `task:sign-on/T1`. */
export interface CreatedCard {
  readonly target: CardTarget
  readonly id: string
  readonly ref: string
  readonly title: string
}

/**
 * The board for everything that turns results into work. `createIn` is for a section of the caller's own, so that the
 * card and what refers to it are written in one step; `create` is a step by itself.
 */
export interface BoardTargets {
  createIn(tx: Transaction, wish: NewCard): CreatedCard
  create(wish: NewCard): Promise<CreatedCard>
}

/** `const board = await call.port(boardTargets)`; `await board.create({ target: 'task', title, text, origin })`. */
export const boardTargets = port<BoardTargets>('board.targets')

/** What the port is made of: the board's function for one call. */
export type TargetsIn = (call: Call) => BoardTargets
