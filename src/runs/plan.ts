import type { Secret } from './mask/patterns.ts'
import type { RunKind } from './model.ts'
import type { Level } from './spawn/sandbox.ts'

/** What is to be executed. Plain data: it travels to the owner, and never to the disk as a whole. */
export interface RunPlan {
  readonly kind: RunKind
  readonly label: string
  readonly argv: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly timeoutSeconds?: number
  /** Of the runs that share this name, one goes at a time. */
  readonly exclusive?: string
  readonly links?: readonly string[]
  /** Given to the run as variables, and kept out of everything that shows it. */
  readonly secrets?: readonly Secret[]
  readonly level?: Level | 'best'
  readonly network?: boolean
  readonly stdin?: string
  /** Goes on when the process that asked for it ends. */
  readonly detach?: boolean
}

/** A plan with everything that its owner needs to carry it out. */
export interface PreparedPlan extends RunPlan {
  readonly env: Readonly<Record<string, string>>
}
