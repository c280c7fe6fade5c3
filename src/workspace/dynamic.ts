import type { Refused } from '../operation/errors.ts'
import type { OperationEntry } from '../operation/manifest.ts'
import type { Call } from './call.ts'

/** An operation that a repository brings along; its entry is what the doors see, `run` validates its own input. */
export interface DynamicOperation {
  readonly entry: OperationEntry
  run(call: Call, input: Readonly<Record<string, unknown>>): Promise<unknown | Refused>
  render?(output: unknown): string
}

/** Where such operations come from. They are listed again after an event of one of the kinds. */
export interface DynamicSource {
  readonly kinds: readonly string[]
  /** All of them, or only the one of this name where it is known: the others need not be read then. */
  list(call: Call, name?: string): Promise<readonly DynamicOperation[]>
  /** Begins what carrying out one of them will need, and settles when it is under way; it runs nothing of the repository's. */
  prepare?(call: Call): Promise<void>
  /** Calls back when files were changed by somebody else's program. */
  watch?(call: Pick<Call, 'workspace'>, changed: () => void): Disposable
}
