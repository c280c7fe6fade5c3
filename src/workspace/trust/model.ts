import * as z from 'zod'
import { ActorView } from '../model.ts'

export const Subject = z.object({
  name: z.string(),
  path: z.string(),
  hash: z.string(),
  standing: z.enum(['trusted', 'followed', 'changed', 'new']),
  /** Every command in full, never shortened. */
  commands: z.array(z.string()),
})

export const Trust = z.object({
  /** Everything executable that is here may run. False when there is nothing, until a person says so. */
  trusted: z.boolean(),
  /** Where it is kept: in the person's own folder. */
  file: z.string(),
  subjects: z.array(Subject),
  follow: z.array(z.object({ folder: z.string(), since: z.string() })),
})
export type Trust = z.infer<typeof Trust>

const Granted = z.object({ at: z.string(), by: ActorView })
export type Granted = z.infer<typeof Granted>

/** What a person trusted of one repository. It is in their own folder, where no repository can write it. */
export const Pins = z.object({
  schema_version: z.literal(1),
  /** Where the repository was when it was trusted; for the reader, never compared. */
  repository: z.string(),
  pins: z.array(Granted.extend({ subject: z.string(), hash: z.string() })),
  follow: z.array(Granted.extend({ folder: z.string() })),
})
export type Pins = z.infer<typeof Pins>
