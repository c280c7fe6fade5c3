import * as z from 'zod'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { JsonObject } from '../../tools/model.ts'

const ActionView = z.object({
  index: z.number().int(),
  /** Its id, or its label where its author gave it none. */
  id: z.string(),
  label: z.string(),
})

const Problem = z.object({ code: z.string(), message: z.string(), fix: PastedCommand.optional() })

/** What a follow-up would do, as the person sees it who decides. */
export const ActPreview = z.object({
  tool: z.string(),
  interaction_id: z.string(),
  action: ActionView,
  /** Its question, with the values of this result in it. */
  question: z.string().optional(),
  /** As the agent would get it. */
  prompt: z.string().optional(),
  /** Places of the template that this result has nothing for. */
  missing: z.array(z.string()),
  operation: z.object({ name: z.string(), summary: z.string(), input: JsonObject }).optional(),
  /** Which agent would get the prompt. */
  agent: z.string().optional(),
  /** Why no agent would. */
  without_agent: Problem.optional(),
  /** Given to people alone, for one follow-up, for a while. */
  confirm_token: z.string().optional(),
  expires_at: z.string().optional(),
})
export type ActPreview = z.infer<typeof ActPreview>

export const Acted = z.object({
  tool: z.string(),
  interaction_id: z.string(),
  action: ActionView,
  /** What was done at once. */
  operation: z.object({ name: z.string(), result: z.unknown(), link: z.string().optional() }).optional(),
  run_id: z.string().optional(),
  run_key: z.string().optional(),
  agent: z.string().optional(),
  /** Why no agent went on with it; what was done at once stays done. */
  without_agent: Problem.optional(),
})
export type Acted = z.infer<typeof Acted>
