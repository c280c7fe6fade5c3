import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import type { OpenResource } from '../../workspace/call.ts'
import { type Attachment, isOver, type Run } from '../model.ts'
import { asWritten, toLine } from '../output/log-lines.ts'
import { readRunLog } from '../output/reader.ts'
import { BEGIN } from '../output/segments.ts'
import { ATTACHMENTS, RESULT_FILE, typeOf } from '../protocol/attach.ts'
import { logFolder } from '../record/record-files.ts'
import { readRun } from '../record/records.ts'
import { resultAttachment } from '../result/spool.ts'

/** The whole log as plain text: what the run wrote, in the order it was written. */
export const log: OpenResource = async (call, { params }) => {
  const { id } = readRun(call, params.id ?? '')
  return { headers: saveAs(`${id}.log`), body: textOf(logFolder(call, id)) }
}

/** Always to be saved, never to be shown: what a run attached may be a page with scripts. */
export const attachment: OpenResource = async (call, { params }) => {
  const run = readRun(call, params.id ?? '')
  const folder = path.join(logFolder(call, run.id), ATTACHMENTS)
  const found = attachmentsOf(run).find(({ name }) => name === params.name) ?? soFar(run, folder, params.name ?? '')
  if (found === undefined)
    throw refuse('not_found', `The run ${run.id} has no attachment ${params.name}.`, {
      target: params.name ?? '',
      fix: shell`furrow runs show ${run.id}`,
    })
  const file = resolveInside(folder, found.name)
  return { headers: { ...saveAs(found.name), 'Content-Type': found.type }, body: fs.createReadStream(file) }
}

/** The record names attachments when the run has ended; until then those count whose files are whole. */
function soFar(run: Run, folder: string, name: string): Pick<Attachment, 'name' | 'type'> | undefined {
  return !isOver(run) && fs.existsSync(resolveInside(folder, name)) ? { name, type: typeOf(name) } : undefined
}

/** Records of 0.1 do not name a large result among the attachments. */
function attachmentsOf({ attachments = [], tool }: Run): readonly Attachment[] {
  const isNamed = attachments.some(({ name }) => name === RESULT_FILE)
  return isNamed || tool?.result === undefined ? attachments : [...attachments, ...resultAttachment(tool.result)]
}

async function* textOf(folder: string): AsyncGenerator<string> {
  for (let page = await readRunLog(folder, BEGIN); !page.empty; page = await readRunLog(folder, page.next))
    yield page.entries.map(toLine).map(asWritten).join('')
}

function saveAs(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"` }
}
