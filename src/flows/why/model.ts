import * as z from 'zod'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'

/** One step back: what this is, and where it can be looked at. */
export const Cause = z.object({
  kind: z.enum([
    'line',
    'commit',
    'change',
    'requirement',
    'decision',
    'exploration',
    'feature',
    'task',
    'ponder',
    'investigation',
    'feedback',
    'milestone',
    'interaction',
    'thread',
    'memory',
  ]),
  id: z.string(),
  title: z.string(),
  /** What led here from the step before it. */
  because: z.string(),
  /** The step before it, as `kind:id`; nothing for what was asked about. */
  from: z.string().optional(),
  command: PastedCommand.optional(),
  href: z.string().optional(),
})
export type Cause = z.infer<typeof Cause>

/** A link that is not there, and what would have made it. */
export const MissingLink = z.object({ link: z.string(), would: z.string() })
export type MissingLink = z.infer<typeof MissingLink>

export const Why = z.object({ what: z.string(), causes: z.array(Cause), missing: z.array(MissingLink) })
