import os from 'node:os'
import path from 'node:path'
import type { OutputOf } from '../../operation/contract.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import type { ExportRow } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import * as contracts from './contracts.ts'
import { readForeign } from './foreign.ts'
import { readJsonl } from './text.ts'

export const exportAll = implement(() => contracts.exportAll, {
  async run(call, { project, all_projects }) {
    const { names } = await projectIn(call, project, { tells: false })
    const rows = await memoryIn(call).exportRows(all_projects ? {} : { projects: names })
    return { jsonl: rows.map(row => `${JSON.stringify(row)}\n`).join(''), rows: rows.length }
  },
  render: ({ jsonl }) => jsonl.trimEnd(),
})

export const importText = implement(() => contracts.importText, {
  async run(call, { content, project }) {
    const { name } = await projectIn(call, project, { tells: false })
    const source = { project: name, now: call.clock.now(), origin: recordOrigin(call) }
    const { rows, skipped } = readJsonl(content, source)
    return { ...(await takeIn(call, rows)), skipped: [...skipped] }
  },
  render: renderCounts,
})

export const importDatabase = implement(() => contracts.importDatabase, {
  async run(call, { file, project }) {
    const place = path.resolve(call.workspace.root, file.replace(/^~(?=\/)/, call.env.HOME ?? os.homedir()))
    const { name } = await projectIn(call, project, { tells: false })
    const rows = readForeign(place, { project: name, origin: recordOrigin(call) })
    return { ...(await takeIn(call, rows)), skipped: [] }
  },
  render: renderCounts,
})

/** Private parts and secrets stay out by this way too. */
async function takeIn(call: Call, rows: readonly ExportRow[]) {
  const notices = new Set<string>()
  const cleaned = rows.map(row => cleanRow(row, notices))
  const counts = await memoryIn(call).importRows(cleaned)
  await publishMemoryEvent(call, 0)
  return { ...counts, notices: [...notices] }
}

function cleanRow(row: ExportRow, notices: Set<string>): ExportRow {
  const tidy = (text: string) => {
    const { text: left, notices: said } = redactPrivate(text)
    for (const notice of said) notices.add(notice)
    return left
  }
  if (row.kind === 'prompt') return { ...row, content: tidy(row.content) }
  if (row.kind !== 'observation') return row
  const body = <T extends { readonly title: string; readonly content: string }>(text: T): T => ({
    ...text,
    title: tidy(text.title),
    content: tidy(text.content),
  })
  return { ...body(row), revisions: row.revisions.map(body) }
}

type ImportOutput = OutputOf<typeof contracts.importText>

function renderCounts({ added, known, skipped, notices }: ImportOutput): string {
  const left = skipped.map(line => `- left out, ${line}`)
  return [`${added} added, ${known} known already.`, ...left, ...notices].join('\n')
}
