import * as z from 'zod'
import { whyNotId } from '../../operation/names/naming.ts'

/** A quality gate as `.sdlc/config.yaml` names it. The command is for a shell, because that is how people write gates. */
export const Gate = z.object({
  name: z
    .string()
    .min(1)
    .refine(name => whyNotId(name) === undefined, 'is no name that a command line or an address can hold'),
  command: z.string().trim().min(1),
  timeout_seconds: z.number().int().positive().max(86_400).default(600),
})
export type Gate = z.infer<typeof Gate>

export const GateProblem = z.object({ path: z.string(), message: z.string() })
export type GateProblem = z.infer<typeof GateProblem>
