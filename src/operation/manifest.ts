import type { Authority, Effect } from './actor.ts'
import type { CliMount, McpMount } from './contract.ts'
import type { ChoiceSet } from './names/choices.ts'

/** The part of JSON Schema that zod produces and the doors read. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: unknown
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly additionalProperties?: boolean | JsonSchema
  /** The words a text is one of, where the operation itself refuses others; see `choices.ts`. */
  readonly 'x-choices'?: Choices
  readonly [keyword: string]: unknown
}

export interface Choices {
  readonly values: readonly string[]
  /** The set to which a repository may add words. */
  readonly set?: ChoiceSet
}

/** One operation without its code: all that help, completion, `tools/list` and OpenAPI need. */
export interface OperationEntry {
  readonly name: string
  /** Where its code is: the domain and the name of its export there. */
  readonly domain: string
  readonly key: string
  readonly summary: string
  readonly effect: Effect
  readonly authority: Authority
  /** The read operation to show to a person before this one is carried out. */
  readonly preview?: string
  /** Fields of the input that are taken from what the preview answered: nothing else is decided about. */
  readonly pins?: Readonly<Record<string, string>>
  readonly input: JsonSchema
  readonly output: JsonSchema
  readonly mcp?: McpMount
  /** An input that fits, made from the example of its command. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly cli?: CliMount & {
    /** What the command that was typed says already. */
    readonly given?: Readonly<Record<string, string | boolean>>
    /** Parts of objects that have flags of their own: `--server.host`. */
    readonly parts?: readonly FlagPart[]
    /** Fields that a form shows only for some inputs, each with its condition over the input with its defaults. */
    readonly shownWhen?: Readonly<Record<string, string>>
  }
  readonly http?: {
    readonly method: string
    readonly path: string
    readonly statuses?: readonly number[]
    readonly stream?: { readonly resource: string; readonly field: string }
  }
}

export interface FlagPart {
  readonly path: readonly string[]
  readonly schema: JsonSchema
  readonly required: boolean
}

/** A body that is not JSON (a log, an attachment, a download), under the same policy as operations. */
export interface ResourceEntry {
  readonly name: string
  readonly summary: string
  /** `/api/runs/:id/log`, asked for by GET, or sent to by POST where it takes a body. */
  readonly path: string
  /** The media type of its body. */
  readonly type: string
  /** How each parameter of the path is checked, with the validators of `naming.ts`. */
  readonly params: Readonly<Record<string, 'id' | 'path'>>
  /** Names that its query may hold. */
  readonly query?: readonly string[]
  /** It takes bytes, as application/octet-stream. */
  readonly takesBytes?: true
}

export interface GuideEntry {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly file: string
}

/** What the build writes to `manifest.json`; doors answer from it without loading zod or any domain. */
export interface Manifest {
  readonly version: string
  readonly operations: readonly OperationEntry[]
  readonly resources: readonly ResourceEntry[]
  readonly guides: readonly GuideEntry[]
}

/** The schemas of outputs, by operation: the larger part of a manifest, and what most starts never look at. */
export type Outputs = Readonly<Record<string, JsonSchema>>

/** A manifest as it was written, with its outputs read when the first of them is asked for. */
export function withOutputs(written: Manifest, read: () => Outputs): Manifest {
  let outputs: Outputs | undefined
  for (const entry of written.operations)
    Object.defineProperty(entry, 'output', {
      enumerable: true,
      get() {
        outputs ??= read()
        return outputs[entry.name]
      },
    })
  return written
}
