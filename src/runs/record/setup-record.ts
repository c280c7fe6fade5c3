import path from 'node:path'
import { printRoot } from '../../store/documents/yaml/yaml-print.ts'
import { writeDurably } from '../../store/files/files.ts'
import type { StorageContext } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { recordFolderFor } from './record-files.ts'

export const SETUP_RECORD = 'setup.yaml'

/** Under the lock: which setup of a tool succeeded last. It outlives the record of that run. */
export function noteSetup(place: StorageContext, run: Run): void {
  const { tool, status, id, ended_at: completed_at } = run
  if (tool?.mode !== 'setup' || status !== 'succeeded') return
  const record = {
    schema_version: 1,
    tool_name: tool.name,
    tool_version: tool.version ?? '',
    config_hash: tool.config_hash ?? '',
    interaction: id,
    completed_at,
  }
  const style = { eol: '\n', indent: 2, indentSeq: true, flowCollectionPadding: true }
  const { folder } = recordFolderFor(place, { tool: { ...tool, passing: false } })
  writeDurably(path.join(folder, SETUP_RECORD), Buffer.from(`${printRoot(record, style)}\n`), 0o600)
}
