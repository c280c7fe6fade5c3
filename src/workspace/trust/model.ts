import * as z from 'zod'

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
