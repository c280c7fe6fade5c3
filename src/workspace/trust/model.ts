import * as z from 'zod'
import { ActorView } from '../model.ts'

/** How much a hash covers: all of it decides what runs. */
const Coverage = z.object({
  files: z.number().int(),
  packages: z.number().int(),
  package_files: z.number().int(),
})

export const Subject = z.object({
  name: z.string(),
  path: z.string(),
  hash: z.string(),
  standing: z.enum(['trusted', 'followed', 'changed', 'new']),
  /** Every command in full, never shortened. */
  commands: z.array(z.string()),
  covers: Coverage.optional(),
  /** The program that would run it. */
  runtime: z.object({ name: z.string(), program: z.string() }).optional(),
  /** Why it is asked for again, where nothing of it changed. */
  note: z.string().optional(),
})

export const Trust = z.object({
  /** Everything executable that is here may run. False when there is nothing, until a person says so. */
  trusted: z.boolean(),
  /** Where it is kept: in the person's own folder. */
  file: z.string(),
  subjects: z.array(Subject),
  /** Of all of these as they are now: what a person was shown goes with their word. */
  shown: z.string(),
  follow: z.array(
    z.object({
      folder: z.string(),
      since: z.string(),
      /** Tools in it keep the secrets that they were granted, whatever becomes of their code. */
      keeps_grants: z.boolean().optional(),
    }),
  ),
})
export type Trust = z.infer<typeof Trust>

const Granted = z.object({ at: z.string(), by: ActorView })
export type Granted = z.infer<typeof Granted>

/** What a person trusted of one repository. It is in their own folder, where no repository can write it. */
export const Pins = z.object({
  schema_version: z.literal(1),
  /** Where the repository was when it was trusted; for the reader, never compared. */
  repository: z.string(),
  pins: z.array(Granted.extend({ subject: z.string(), hash: z.string(), covers: Coverage.optional() })),
  follow: z.array(Granted.extend({ folder: z.string(), keeps_grants: z.boolean().optional() })),
})
export type Pins = z.infer<typeof Pins>
