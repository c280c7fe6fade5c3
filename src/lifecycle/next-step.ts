import * as z from 'zod'
import { PastedCommand } from '../shared/shell/shell-schema.ts'

/** The one next step of something that moves in stages, as a command for people and a tool for agents. */
export const NextStep = z.object({
  stage: z.string().optional(),
  says: z.string(),
  command: PastedCommand,
  tool: z.object({ name: z.string(), arguments: z.record(z.string(), z.union([z.string(), z.boolean()])) }),
  /** Texts that whoever takes the step has to write: the tool takes them as arguments of these names. */
  needs: z.array(z.string()).optional(),
  /** What the command reads from standard input, where that is not the one text of `needs`. */
  reads: z.string().optional(),
})
export type NextStep = z.infer<typeof NextStep>
