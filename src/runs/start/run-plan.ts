import type { MaskedSecret } from '../mask/patterns.ts'
import type { AgentPart, RunKind, ToolPart } from '../model.ts'
import type { RunAccess } from '../own/run-access.ts'
import type { AnyLevel } from '../spawn/sandbox.ts'

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
  readonly secrets?: readonly MaskedSecret[]
  /** More values to keep out, which the run gets in another way. */
  readonly masks?: readonly MaskedSecret[]
  /** Speaks the tool protocol on its standard output; what the record keeps of it beside that of every run. */
  readonly tool?: ToolPart
  /** Speaks the Agent Client Protocol; what the record keeps of it. Its owner is a host of the agents. */
  readonly agent?: AgentPart
  /** While it lives, the run may call the server with the token of this digest. */
  readonly access?: RunAccess
  /** What the person's own config gives a program, whatever it is called, and the address of the server. */
  readonly given?: Readonly<Record<string, string>>
  /** More variables, none of them secret. */
  readonly variables?: Readonly<Record<`FURROW_${string}`, string>>
  readonly level?: AnyLevel | 'best'
  readonly network?: boolean
  readonly stdin?: string
  /** The argv is Node with a script, so a Node that was started ahead may take it. */
  readonly forkable?: boolean
  /** Goes on when the process that asked for it ends; said by nobody, what is started over MCP does. */
  readonly detach?: boolean
}

/** A plan with everything that its owner needs to carry it out. */
export interface PreparedPlan extends RunPlan {
  readonly env: Readonly<Record<string, string>>
}

/** Every value that nothing which shows the run may show. */
export function hiddenIn({ secrets = [], masks = [] }: RunPlan): MaskedSecret[] {
  return [...secrets, ...masks]
}
