import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { damaged } from '../../store/documents/document.ts'
import type { Call } from '../../workspace/call.ts'
import { PROJECT_CONFIG, readConfig } from '../../workspace/config/read-config.ts'

/** `adr.directory` of the project's config: a folder of decisions besides those of the changes. */
export function adrDirectory(call: Pick<Call, 'home' | 'workspace'>): string | undefined {
  const { adr } = readConfig(call).project.data
  const directory = adr !== null && typeof adr === 'object' ? (adr as Record<string, unknown>).directory : undefined
  if (typeof directory !== 'string') return undefined
  const folder = directory.replace(/\/+$/, '')
  const reason = whyNotRepoPath(folder)
  if (reason !== undefined)
    throw damaged(PROJECT_CONFIG, `has an adr.directory that ${reason}`, { field: 'adr.directory' })
  return folder
}
