import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { type Remembers, remembers } from '../change-ports.ts'
import { adrDirectory } from './directory.ts'
import { type AdrHead, adrLinksIn } from './document.ts'
import { headsIn } from './heads.ts'
import { cite, readRecords, topicOf } from './memory/remembered.ts'
import { headNamed, type RememberedAdr, readAdrName, recordNamed } from './name.ts'

/** Memory says of these decisions what their files say now. What it never knew stays unknown to it. */
export async function followFiles(call: Call, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const memory = await call.port(remembers)
  const files = filesOf(call)
  const heads = headsIn(files, adrDirectory(call)).filter(({ foreign }) => foreign === undefined)
  const { records } = await readRecords(memory)
  try {
    for (const head of heads.filter(({ path }) => paths.includes(path))) {
      const text = files.read(head.path)?.bytes.toString('utf8')
      if (text !== undefined) await follow(memory, { head, text, heads, records })
    }
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

interface FiledAndRemembered {
  readonly head: AdrHead
  readonly text: string
  readonly heads: readonly AdrHead[]
  readonly records: readonly RememberedAdr[]
}

async function follow(memory: Remembers, { head, text, heads, records }: FiledAndRemembered): Promise<void> {
  const topic_key = topicOf(memory, head.title)
  const known =
    records.find(each => each.topic_key === topic_key) ??
    records.find(({ files = [] }) => files.some(({ path }) => path === head.path))
  if (known === undefined) return
  if (known.topic_key !== topic_key) await memory.move({ from: known.topic_key, to: topic_key })
  await memory.remember({ title: head.title, content: text, topic_key, files: cite(head.path, text) })
  const by = adrLinksIn(text).superseded_by
  const successor = by === undefined ? undefined : recordOf(by, heads, records)
  if (successor === undefined) await memory.reinstate({ topic_key })
  else await memory.supersede({ by: successor.id, topic_key })
}

function recordOf(name: string, heads: readonly AdrHead[], records: readonly RememberedAdr[]) {
  const title = headNamed(heads, readAdrName(name))?.title ?? name
  return recordNamed(records, { kind: 'title', title })
}
