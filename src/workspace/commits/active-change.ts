import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

export interface ActiveChangeIds {
  readonly workspace: Workspace
  /** The ids of active changes; more than one is not for a quick look to settle. */
  readonly active: readonly string[]
  /** The change that a commit of this moment belongs to: the active one, else the only one that is completed and not archived. */
  readonly committed?: string
}

/**
 * The active change as the files tell it, without the database, the schemas or the YAML parser: this is asked before
 * every single edit. A file that cannot be read is left to those who look closely.
 */
export function readActiveChange(start: string): ActiveChangeIds | undefined {
  try {
    const workspace = openWorkspace(start)
    const folder = path.join(workspace.root, 'sdd/changes')
    const ids = fs.existsSync(folder) ? fs.readdirSync(folder) : []
    const statuses = ids.map(id => ({ id, status: statusIn(path.join(folder, id, 'change.json'), id) }))
    const having = (wanted: string) => statuses.filter(({ status }) => status === wanted).map(({ id }) => id)
    const active = having('active')
    const [committed, second] = active.length > 0 ? active : having('completed')
    return { workspace, active, ...(committed !== undefined && second === undefined && { committed }) }
  } catch (error) {
    if (isRefused(error) || error instanceof SyntaxError || (error instanceof Error && 'code' in error))
      return undefined
    throw error
  }
}

function statusIn(file: string, id: string): unknown {
  const text = readBytes(file)?.toString('utf8')
  if (text === undefined) return undefined
  const change = JSON.parse(text) as { id?: unknown; status?: unknown } | null
  return change?.id === id ? change.status : undefined
}
