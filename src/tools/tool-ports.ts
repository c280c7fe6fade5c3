import type { MaskedSecret } from '../runs/mask/patterns.ts'
import { port } from '../workspace/call.ts'
import type { RuntimeProgram } from '../workspace/trust/subjects.ts'

/** A secret that a tool declares, with its scope settled for this input. */
export interface WantedSecret {
  readonly name: string
  readonly scope: string
  readonly required: boolean
  /** What Furrow has for it where nothing is stored; `free` takes no grant. */
  readonly offer?: { readonly value: string; readonly free: boolean }
}

export interface SecretsForTool {
  /** The values that exist and are granted to exactly this code. */
  readonly secrets: readonly MaskedSecret[]
  /** Required, and not set in their scope. */
  readonly missing_secrets: readonly string[]
  /** Set, and not granted to this tool as it is now. */
  readonly missing_grants: readonly string[]
  /** Of those, what was granted to this code for another program to run it; 0.1 did not note which. */
  readonly other_runtimes?: readonly { readonly name: string; readonly runtime?: RuntimeProgram | undefined }[]
  /** Given because a person lets the folder of this tool keep its grants, and not for this code. */
  readonly kept_grants?: readonly string[]
}

/** The code that asks, and the program that runs it: both are what a person granted something to. */
export interface GrantedTool {
  readonly name: string
  readonly hash: string
  readonly runtime: RuntimeProgram
  readonly keepsGrants: boolean
}

/** What the secrets store does for tools. `peek` reads no value: it is asked at every listing. */
export interface ToolSecrets {
  provide(tool: GrantedTool, wanted: readonly WantedSecret[]): Promise<SecretsForTool>
  peek(tool: GrantedTool, wanted: readonly WantedSecret[]): Promise<Omit<SecretsForTool, 'secrets'>>
  isGranted(tool: GrantedTool, name: string): boolean
}

/** Asked at every run, before the secrets are looked at. */
export interface ToolGrants {
  mention(secret: string): boolean
}

export const toolGrants = port<ToolGrants>('tools.grants')

/** Asks a person for what an agent cannot set itself. */
export interface ToolAsks {
  secrets(tool: string, unset: readonly Pick<WantedSecret, 'name' | 'scope'>[]): Promise<void>
  /** A run of the tool has these. */
  answered(tool: string, given: readonly Pick<WantedSecret, 'name' | 'scope'>[]): Promise<void>
}

export const toolAsks = port<ToolAsks>('tools.asks')

/** Whether what the setup of a tool makes is there by other means: the index of `ama` is also made by a question. */
export interface ToolSetups {
  isDone(tool: string): boolean
}

export const toolSetups = port<ToolSetups>('tools.setups')

/** Filled by the app with the secrets of this repository. */
export const toolSecrets = port<ToolSecrets>('tools.secrets')
