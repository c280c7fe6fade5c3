import * as z from 'zod'
import { KEY_NAMES } from './keys.ts'

export const KeyName = z.enum(KEY_NAMES)
export const Revision = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'is not a revision (64 hexadecimal digits)')
  .meta({ 'x-furrow': 'revision' })

const ConfigValueView = z.union([z.string(), z.number(), z.array(z.string())])

export const SettingView = z.object({
  key: KeyName,
  value: ConfigValueView.nullable(),
  source: z.enum(['project', 'person', 'default']),
  /** Whose config may hold it. */
  scopes: z.array(z.enum(['project', 'person'])),
  /** The only values it takes, where these are few. */
  choices: z.array(z.string()).optional(),
  summary: z.string(),
})

export const ConfigFileView = z.object({
  scope: z.enum(['project', 'person']),
  path: z.string(),
  revision: Revision.optional(),
})

export const WrittenSetting = z.object({
  key: KeyName,
  value: ConfigValueView.nullable(),
  previous: ConfigValueView.nullable(),
  path: z.string(),
  revision: Revision,
})
export type WrittenSetting = z.infer<typeof WrittenSetting>
