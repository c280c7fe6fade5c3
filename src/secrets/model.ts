import * as z from 'zod'
import { ActorView } from '../workspace/model.ts'

const Given = z.object({ at: z.string(), by: ActorView })

/** What is inside `<scope>.age`, once it is opened. */
export const Vault = z.object({
  schema_version: z.literal(1),
  scope: z.string(),
  secrets: z.record(z.string(), z.object({ value: z.string(), set: Given })),
})
export type Vault = z.infer<typeof Vault>

const RuntimeProgram = z.object({ name: z.string(), program: z.string() })

/** Which code may have which secret: the tool as it was, by the hash of all that decides what it does. */
export const Grants = z.object({
  schema_version: z.literal(1),
  /** Where the repository was; for the reader, never compared. */
  repository: z.string(),
  grants: z.array(
    Given.extend({
      secret: z.string(),
      tool: z.string(),
      hash: z.string(),
      /** The program that ran it then; 0.1 did not note it. */
      runtime: RuntimeProgram.optional(),
      /** Only the value of this scope; left out, that of every scope. */
      scope: z.string().optional(),
    }),
  ),
})
export type Grants = z.infer<typeof Grants>
export type Grant = Grants['grants'][number]

/** When each secret last reached a tool, by `NAME@scope`. */
export const Uses = z.object({
  schema_version: z.literal(1),
  uses: z.record(z.string(), z.object({ at: z.string(), tool: z.string() })),
})
export type Uses = z.infer<typeof Uses>

export const GrantView = z.object({
  tool: z.string(),
  scope: z.string().optional(),
  at: z.string(),
  by: ActorView,
  runtime: RuntimeProgram.optional(),
  /**
   * `kept`: other code of the tool was granted it, and its folder keeps its grants. `changed`: the tool is not the code
   * any more that this was granted to. `other_runtime`: another program runs it now. `gone`: there is no such tool here.
   */
  standing: z.enum(['granted', 'kept', 'changed', 'other_runtime', 'gone']),
})
export type GrantView = z.infer<typeof GrantView>

export const SecretView = z.object({
  name: z.string(),
  scopes: z.array(
    z.object({
      scope: z.string(),
      set_at: z.string(),
      set_by: ActorView,
      last_used: z.object({ at: z.string(), tool: z.string() }).optional(),
    }),
  ),
  grants: z.array(GrantView),
})
export type SecretView = z.infer<typeof SecretView>

export const SecretsView = z.object({
  secrets: z.array(SecretView),
  /** Tools that secrets can be granted to. */
  tools: z.array(z.string()),
  /** Files that cannot be read; what they hold is not in the list. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Where they are kept. */
  folder: z.string(),
})
export type SecretsView = z.infer<typeof SecretsView>
