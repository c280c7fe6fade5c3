import type * as z from 'zod'
import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { adviseUpdate } from '../installation/installation.ts'
import { damaged } from './document.ts'
import { isMapping } from './tree.ts'

export interface ParseOptions {
  readonly path: string
  /** Finds the line of a field, where the document knows it. */
  readonly lineOf?: (field: readonly PropertyKey[]) => number | undefined
}

/** Data of a state file as its schema says it; throws `damaged` with the first field that is wrong. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  options: ParseOptions,
): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path ?? []
  const line = options.lineOf?.(field)
  const named = field.length === 0 ? 'as a whole' : `at ${field.map(String).join('.')}`
  throw damaged(options.path, `is not what it should be ${named}: ${issue?.message ?? 'unknown'}`, {
    field: field.map(String).join('.'),
    ...(line !== undefined && { line }),
  })
}

export interface SchemaVersions {
  readonly path: string
  /** The version that this program writes; it also reads the two before. */
  readonly current: number
  /** What a file without `schema_version` counts as; without this it is damaged. */
  readonly absent?: number
}

/** The version that a file says it has; throws when it says none, or one too old to read. */
export function versionOf(data: unknown, { path, current, absent }: SchemaVersions): number {
  const version = (isMapping(data) ? data.schema_version : undefined) ?? absent
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw damaged(path, 'does not say its schema_version', { field: 'schema_version' })
  if (version >= current - 2) return version
  throw refuse('unsupported', `${path} has schema ${version}; this Furrow reads ${current - 2} to ${current}.`, {
    target: path,
    fix: shell`furrow doctor`,
    details: { found: version, known: current },
  })
}

/** A file from the future may be shown; changing it could drop what we do not know of. */
export function whyNotWritable(data: unknown, versions: SchemaVersions): Refused | undefined {
  const { path, current } = versions
  const version = versionOf(data, versions)
  if (version <= current) return undefined
  const { says, fix } = adviseUpdate()
  return refuse(
    'newer_schema',
    `${path} was written by a newer Furrow (schema ${version}, this one knows ${current}); nothing was changed. ${says}`,
    {
      target: path,
      ...(fix !== undefined && { fix }),
      details: { found: version, known: current },
    },
  )
}
