import { type Refused, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { openJson } from '../store/documents/json/json.ts'
import { printRecord } from '../store/documents/record.ts'
import { revisionOf } from '../store/files/files.ts'
import { adviseUpdate } from '../store/installation/installation.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import type { Files } from '../workspace/workspace-files.ts'
import { SPEC_SCHEMA, Spec } from './model.ts'
import { stagePath } from './stages.ts'
import { type Hashes, hashesFrom } from './transitions.ts'

export const SPEC_FILE = 'sdd/sdd.json'

/** The specification of this worktree; nothing when none was begun, `damaged` when its file cannot be read. */
export function readSpec(files: Files): Spec | undefined {
  const file = files.read(SPEC_FILE)
  if (file === undefined) return undefined
  const data = openJson(file.bytes, SPEC_FILE).data()
  const newer = newerSchema(data)
  if (newer !== undefined) throw newer
  const result = Spec.safeParse(data)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw damaged(SPEC_FILE, `has ${issue?.path.join('.') || 'a field'} wrong: ${issue?.message}`)
}

export function requireSpec(files: Files): Spec {
  const spec = readSpec(files)
  if (spec !== undefined) return spec
  throw refuse('not_found', 'There is no specification here yet.', {
    target: SPEC_FILE,
    fix: shell`furrow spec init --help`,
  })
}

export function hashesIn(files: Files): Hashes {
  return hashesFrom(stage => {
    const file = files.read(stagePath(stage))
    return file === undefined ? undefined : revisionOf(file.bytes)
  })
}

/** Writes `sdd.json` and tells everyone who shows it. */
export function putSpec(tx: Transaction, spec: Spec): Spec {
  const before = tx.read(SPEC_FILE)?.bytes
  const text = printRecord(spec, Object.keys(Spec.shape), { before, path: SPEC_FILE })
  tx.emit('spec', spec.current_stage, tx.write(SPEC_FILE, text))
  return spec
}

function newerSchema(data: unknown): Refused | undefined {
  const version = (data as { schema_version?: unknown } | null)?.schema_version
  if (typeof version !== 'number' || version <= SPEC_SCHEMA) return undefined
  const { says, fix } = adviseUpdate()
  return refuse('newer_schema', `${SPEC_FILE} has schema ${version}; this Furrow knows ${SPEC_SCHEMA}. ${says}`, {
    target: SPEC_FILE,
    ...(fix !== undefined && { fix }),
  })
}
