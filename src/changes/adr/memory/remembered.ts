import { isRefused, type Refused } from '../../../operation/errors.ts'
import { slug } from '../../../operation/names/naming.ts'
import { revisionOf } from '../../../store/files/files.ts'
import type { Files } from '../../../workspace/workspace-files.ts'
import type { RememberedFile, Remembers } from '../../change-ports.ts'
import { type Adr, type AdrHead, adrLinksIn, adrTitleKey, printAdr, statusIn } from '../document.ts'
import { replacedLater } from '../heads.ts'
import { type AdrName, type RememberedAdr, recordNamed } from '../name.ts'

/** The topic below which the decisions of a project are remembered. */
export function adrTopic(memory: Pick<Remembers, 'project'>): string {
  return `adr/${slug(memory.project(), { fallback: 'project' })}`
}

export function topicOf(memory: Remembers, title: string): string {
  return `${adrTopic(memory)}/${adrTitleKey(title)}`
}

interface AdrRecords {
  readonly records: readonly RememberedAdr[]
  readonly problem?: Refused
}

/** What memory knows of the decisions; without a memory nothing is known of them. */
export async function readRecords(memory: Remembers): Promise<AdrRecords> {
  try {
    return { records: await memory.below(adrTopic(memory)) }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { records: [], problem: error }
  }
}

/** The record that a name means. */
export async function findRecord(memory: Remembers, name: AdrName): Promise<RememberedAdr | undefined> {
  if (name.kind === 'number') return undefined
  const topic = name.kind === 'title' ? topicOf(memory, name.title) : adrTopic(memory)
  try {
    return recordNamed(await memory.below(topic), name)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

/** Records of decisions that have no file. */
export function unfiled(records: readonly RememberedAdr[], heads: readonly Pick<AdrHead, 'title'>[]): RememberedAdr[] {
  const filed = new Set(heads.map(({ title }) => adrTitleKey(title)))
  return records.filter(({ title }) => !filed.has(adrTitleKey(title)))
}

export function rowOfRecord(files: Files, { id, title, content, files: cited = [] }: RememberedAdr) {
  const missing = cited.find(({ path }) => files.read(path) === undefined)?.path
  return { memory: id, title, status: statusIn(content), ...(missing !== undefined && { missing }) }
}

/** The citation of a decision's file; one in memory alone has none. */
export function cite(path: string | undefined, text: string): RememberedFile[] {
  return path === undefined ? [] : [{ path, hash: revisionOf(Buffer.from(text)) }]
}

/** A decision in memory alone may have replaced one whose file stays as it is. */
export function withSuccessors(heads: readonly AdrHead[], records: readonly RememberedAdr[]): AdrHead[] {
  const replaced = new Map(records.map(({ content, title }) => [adrLinksIn(content).supersedes, title] as const))
  return heads.map(head => replacedLater(head, replaced.get(head.id)))
}

export interface SavedAdrRecord {
  readonly id?: number
  readonly action?: 'created' | 'updated'
  readonly topic_key: string
  readonly unkept?: Refused
}

export async function rememberDecision(memory: Remembers, adr: Adr, path?: string): Promise<SavedAdrRecord> {
  const [topic_key, content] = [topicOf(memory, adr.title), printAdr(adr)]
  try {
    const files = cite(path, content)
    return { ...(await memory.remember({ title: adr.title, content, topic_key, files })), topic_key }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { topic_key, unkept: error }
  }
}

/** A decision that gets another title keeps its record. */
export async function moveRemembered(memory: Remembers, from: string, to: string): Promise<void> {
  const topics = { from: topicOf(memory, from), to: topicOf(memory, to) }
  if (topics.from === topics.to) return
  try {
    await memory.move(topics)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

export interface Replaced {
  readonly title: string
  readonly text: string
  /** Its file, if it has one. */
  readonly files: readonly RememberedFile[]
}

/** Memory says of the replaced decision what its file says, and ranks it below its successor. */
export async function rememberReplaced(
  memory: Remembers,
  { title, text, files }: Replaced,
  by: number | undefined,
): Promise<void> {
  if (by === undefined) return
  const topic_key = topicOf(memory, title)
  await memory.remember({ title, content: text, topic_key, files })
  await memory.supersede({ by, topic_key })
}
