import type { Page } from 'playwright-core'
import type { Served } from '../browser.ts'
import type { Hand } from './hands.ts'

export interface Task {
  readonly name: string
  /** The page it begins at. */
  readonly at: string
  /** The like of it elsewhere, and the clicks that it takes there: no more are allowed here. */
  readonly like: string
  readonly most: number
  carryOut(hand: Hand, page: Page, served: Served): Promise<unknown>
}

/** Tasks one after the other in one workspace. */
export interface Story {
  readonly name: string
  prepare(served: Served): Promise<unknown>
  readonly tasks: readonly Task[]
}
