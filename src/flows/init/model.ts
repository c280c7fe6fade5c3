import * as z from 'zod'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { CLIENT_IDS } from './clients.ts'

export const ClientName = z.enum(CLIENT_IDS)

export const PlannedChange = z.object({
  path: z.string(),
  change: z.enum(['create', 'update', 'remove', 'unchanged', 'kept', 'skipped']),
  note: z.string(),
  diff: z.string(),
})
export type PlannedChange = z.infer<typeof PlannedChange>

/** Something that only the person can do, in the client or in the home folder. */
export const Afterwards = z.object({
  client: ClientName,
  title: z.string(),
  says: z.string(),
  command: PastedCommand.optional(),
})
export type Afterwards = z.infer<typeof Afterwards>

export const RegistrationView = z.object({
  path: z.string(),
  scope: z.enum(['project', 'user']),
  /** `ours` starts this install; `another` starts something else; a damaged file is named and left alone. */
  state: z.enum(['absent', 'ours', 'another', 'damaged']),
  program: z.string().optional(),
  says: z.string().optional(),
  /** The text that stands, or would stand, in the file for this server alone. */
  text: z.string(),
})
export type RegistrationView = z.infer<typeof RegistrationView>

export const ClientView = z.object({
  id: ClientName,
  title: z.string(),
  /** Somebody uses it, in this repository or on this machine. */
  detected: z.boolean(),
  set_up: z.boolean(),
  connected: z.array(z.object({ client: z.string(), since: z.string() })),
  registrations: z.array(RegistrationView),
  context: z.string(),
  skills: z.string(),
  commands: z.array(z.string()),
  hooks: z.string().optional(),
  command: PastedCommand,
  own_command: PastedCommand.optional(),
  afterwards: z.string(),
  proven: z.enum(['by the client', 'by format']),
})
export type ClientView = z.infer<typeof ClientView>
