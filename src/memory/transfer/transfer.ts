import os from 'node:os'
import path from 'node:path'
import { implement } from '../../workspace/call.ts'
import { identify } from '../../workspace/identity.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import * as contracts from './contracts.ts'
import { readForeign } from './foreign.ts'
import { readJsonl } from './text.ts'

export const exportAll = implement(contracts.exportAll, {
  async run(call, { project, all_projects }) {
    const { name, aliases } = identify(call, project)
    const rows = await memoryIn(call).exportRows(all_projects ? {} : { projects: [name, ...aliases] })
    return { jsonl: rows.map(row => `${JSON.stringify(row)}\n`).join(''), rows: rows.length }
  },
  render: ({ jsonl }) => jsonl.trimEnd(),
})

export const importText = implement(contracts.importText, {
  async run(call, { content, project }) {
    const source = { project: identify(call, project).name, now: call.clock.now(), origin: originOf(call) }
    const { rows, skipped } = readJsonl(content, source)
    const counts = await memoryIn(call).importRows(rows)
    await announce(call, 0)
    return { ...counts, skipped: [...skipped] }
  },
  render: renderCounts,
})

export const importDatabase = implement(contracts.importDatabase, {
  async run(call, { file, project }) {
    const place = path.resolve(call.workspace.root, file.replace(/^~(?=\/)/, call.env.HOME ?? os.homedir()))
    const rows = readForeign(place, { project: identify(call, project).name, origin: originOf(call) })
    const counts = await memoryIn(call).importRows(rows)
    await announce(call, 0)
    return { ...counts, skipped: [] }
  },
  render: renderCounts,
})

function renderCounts({ added, known, skipped }: { added: number; known: number; skipped: readonly string[] }): string {
  return [`${added} added, ${known} known already.`, ...skipped.map(line => `- left out, ${line}`)].join('\n')
}
