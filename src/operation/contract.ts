import type * as z from 'zod'
import type { Authority, Effect } from './actor.ts'

export interface McpMount {
  readonly tool: string
  /** Verbs that share a tool are told apart by its `action` argument. */
  readonly action?: string
  /** The verb that is meant where no action is given. */
  readonly otherwise?: true
  /** A few words in place of the summary, where one tool has many actions. */
  readonly brief?: string
  /** A second name for the same, which only the list of all tools shows. */
  readonly also?: { readonly tool: string; readonly action?: string }
}

export interface CliMount {
  /** Words after `furrow`: `change archive`. */
  readonly path: string
  readonly positionals?: readonly string[]
  /** The array field that takes everything after `--` (or the remaining positionals). */
  readonly rest?: string
  /** The field that takes `-`, `@file` or, when absent on a terminal, `$EDITOR`. */
  readonly text?: string
  /** One line as a person types it. */
  readonly example: string
  /** Other commands for the same operation, each with what it says already: `explore finding` adds a finding. */
  readonly also?: readonly AlsoMount[]
  /**
   * The output is a run: its lines are shown as they come and its end decides the exit code. Ctrl-C cancels it, or
   * leaves it alone. A run that was detached just now is not followed, its id is printed.
   */
  readonly follow?: 'cancel' | 'leave'
  /** The output field that, when it is true or above 0, ends the command with exit code 4; the output is shown all the same. */
  readonly blocks?: string
  /** The answer holds text of others, which a terminal shows as it is, without markdown; of a diff, in colours. */
  readonly verbatim?: 'text' | 'diff'
  /** Object-valued fields and how flags spell them: `pairs` is a repeated `key=value`, `json` one JSON text. */
  readonly objects?: Readonly<Record<string, 'pairs' | 'json'>>
  /** The output has `steps`: on a terminal a person is asked about each open one, and its operation is carried out. */
  readonly steps?: true
  /** Fields that have no flag: a terminal follows its run, so `wait` says nothing there. */
  readonly omits?: readonly string[]
  /** Fields whose flag is shorter than their name: `{ thread_id: 'thread' }` is `--thread`. */
  readonly flags?: Readonly<Record<string, string>>
}

export interface AlsoMount {
  readonly path: string
  readonly example: string
  readonly given?: Readonly<Record<string, string | boolean>>
}

/** What an HTTP mount may say beyond "200 and the output as JSON". */
export interface Presented {
  readonly status?: 200 | 201 | 202
  readonly headers?: Readonly<Record<string, string>>
}

export interface HttpMount<Output = unknown> {
  /** `POST /api/changes/:id/archive` */
  readonly route: string
  /** What `present` may answer with; 200 when it says nothing. */
  readonly statuses?: readonly (200 | 201 | 202)[]
  /** For who accepts an event stream: the resource to open instead, and the field of the output that names it. */
  readonly stream?: { readonly resource: string; readonly field: string }
  present?(output: Output): Presented
}

export interface Mounts<Output = unknown> {
  readonly mcp?: McpMount
  readonly cli?: CliMount
  readonly http?: HttpMount<Output>
}

/** An operation as the doors know it: pure, readable on its own. */
export interface Contract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  readonly name: Name
  readonly summary: string
  readonly effect: Effect
  readonly authority: Authority
  /** The read operation whose answer a person has to have seen before this one is carried out. */
  readonly preview?: string
  /** Fields of the input that tie it to what the preview showed, each with the field of that answer it is taken from. */
  readonly pins?: Readonly<Record<string, string>>
  readonly input: Input
  readonly output: Output
  readonly mounts: Mounts<z.output<Output>>
}

/** What an implementation gets (defaults filled in), and what a caller may give (defaults left out). */
export type InputOf<C extends Contract> = z.output<C['input']>
export type GivenOf<C extends Contract> = z.input<C['input']>
export type OutputOf<C extends Contract> = z.output<C['output']>

export function contract<Input extends z.ZodType, Output extends z.ZodType, const Name extends string>(
  definition: Contract<Input, Output, Name>,
): Contract<Input, Output, Name> {
  return definition
}
