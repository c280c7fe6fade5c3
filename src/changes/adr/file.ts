import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { activeIn, type ChangeFiles, readChangeFolder } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { adrDirectory } from './directory.ts'
import {
  ADR_STATUSES,
  type Adr,
  type AdrHead,
  type AdrStatus,
  adrLinksIn,
  adrTextsIn,
  createdAt,
  isSameAdrTitle,
  nextAdrNumber,
  printAdr,
  statusIn,
  titleIn,
} from './document.ts'
import { fileNames, headsIn, isArchived } from './heads.ts'
import type { Replaced } from './memory/remembered.ts'
import { type AdrName, headNamed, type RememberedAdr } from './name.ts'
import { archivedFile, foreignFile, missingText, noDecision, titleTaken } from './refusals.ts'
import { reinstate, replacedBy, supersede } from './supersede.ts'
import { namesInOtherWorktrees } from './worktrees.ts'

export interface AdrInput {
  readonly title: string
  readonly context: string
  readonly decision: string
  readonly rationale: string
  readonly alternatives_rejected?: string | undefined
  readonly status: AdrStatus | undefined
  /** The decision to update; without it a decision of the same title is not changed. */
  readonly name: AdrName | undefined
  readonly supersedes: AdrName | undefined
}

/** What memory knows of the decisions that a call names. */
export interface NamedAdrRecords {
  readonly own: RememberedAdr | undefined
  readonly replaced: RememberedAdr | undefined
  /** What replaced the decision that is meant. */
  readonly successor?: RememberedAdr | undefined
}

export interface FiledDecision {
  readonly adr: Adr
  readonly path?: string
  readonly action: 'created' | 'updated' | 'unchanged'
  /** The title under which the updated decision was known. */
  readonly before?: string
  /** Decisions that this one replaced. */
  readonly replaced: readonly Replaced[]
  /** The decision that had replaced this one, which is valid again. */
  readonly successor?: Replaced & Pick<AdrHead, 'id' | 'status'>
}

interface FoundAdr {
  readonly known: AdrHead | undefined
  readonly record: RememberedAdr | undefined
  /** The text that is there, in a file or in memory alone. */
  readonly earlier: string | undefined
}

/** With an active change the decision is in its folder; without one in `adr.directory`, when the config names one. */
export function fileDecision(call: Call, given: AdrInput, records: NamedAdrRecords): Promise<FiledDecision> {
  const now = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, (tx): FiledDecision => {
    const active = activeIn(readChangeFolder(tx))
    const directory = adrDirectory(call)
    const heads = headsIn(tx, directory)
    const found = foundIn(tx, { heads, given, record: records.own })
    const { known, earlier } = found
    const id = known?.id ?? nextAdrNumber(heads, [...fileNames(tx, directory), ...namesInOtherWorktrees(call)])
    const folder = active === undefined ? directory : `${active.folder}/adrs`
    const path =
      known?.path ?? (folder === undefined || staysRemembered(given, found) ? undefined : `${folder}/${id}.md`)
    const replaces = replacedBy(tx, heads, { name: given.supersedes, record: records.replaced })
    const links = { ...linksOf(earlier, given), ...(known === undefined && path !== undefined && changeOf(active)) }
    const adr = {
      ...links,
      ...(earlier === undefined && changeOf(active)),
      ...merged(given, earlier, now),
      supersedes: replaces?.name ?? links.supersedes,
      id: path === undefined ? undefined : id,
    }
    const filed = { adr, ...(path !== undefined && { path }), replaced: [] }
    if (earlier !== undefined && (known !== undefined || path === undefined) && printAdr(adr) === earlier)
      return { ...filed, action: 'unchanged' }
    requireWritable(heads, known, adr)
    const successor = reinstate(tx, heads, {
      earlier,
      status: given.status,
      names: [id, titleIn(earlier ?? '')],
      record: records.successor,
    })
    const replaced = replaces === undefined ? [] : [supersede(tx, heads, { adr, replaces })]
    if (path !== undefined) writeDecision(tx, { adr, path, id, active, now })
    const made: FiledDecision = {
      ...filed,
      action: earlier === undefined || (known === undefined && path !== undefined) ? 'created' : 'updated',
      replaced,
      ...(earlier !== undefined && { before: titleIn(earlier) }),
      ...(successor !== undefined && { successor }),
    }
    if (path !== undefined) tx.enqueue('decision.filed', made)
    return made
  })
}

interface AdrWrite {
  readonly adr: Adr
  readonly path: string
  readonly id: string
  readonly active: ChangeFiles | undefined
  readonly now: string
}

function writeDecision(tx: Transaction, { adr, path, id, active, now }: AdrWrite): void {
  tx.read(path)
  tx.emit('adr', id, tx.write(path, printAdr(adr)))
  if (active !== undefined && !active.change.adrs.includes(id) && path.startsWith(active.folder))
    putChange(tx, { ...active, change: { ...active.change, adrs: [...active.change.adrs, id], updated_at: now } })
  tx.describe(`recorded the decision ${id}: ${adr.title}`)
}

interface AdrLookup {
  readonly heads: readonly AdrHead[]
  readonly given: AdrInput
  readonly record: RememberedAdr | undefined
}

/** The decision that is meant. One that only happens to have the same title is named, and left as it is. */
function foundIn(tx: Transaction, { heads, given, record }: AdrLookup): FoundAdr {
  const { name } = given
  const records = record === undefined ? [] : [record]
  const named = headNamed(heads, name ?? { kind: 'title', title: given.title }, records)
  if (name !== undefined && named === undefined && record === undefined) throw noDecision(name)
  if (name !== undefined && named?.foreign === true) throw foreignFile(named)
  const known = named?.foreign === true ? undefined : named
  const earlier = (known === undefined ? undefined : tx.read(known.path)?.bytes.toString('utf8')) ?? record?.content
  if (name === undefined && earlier !== undefined && !isHarmless(given, earlier))
    throw titleTaken({ head: known, record, title: titleIn(earlier) })
  return { known, record, earlier }
}

/** Without naming the decision a call may repeat its texts or change its status, and nothing else. */
function isHarmless(given: AdrInput, earlier: string): boolean {
  const before = adrTextsIn(earlier)
  const texts = [...TEXTS, 'alternatives_rejected' as const].filter(field => (given[field] ?? '').trim() !== '')
  if (texts.length === 0) return given.status !== undefined || given.supersedes !== undefined
  return texts.every(field => given[field]?.trim() === before[field]?.trim())
}

/** A status or a text alone does not move a decision from memory into the folder of a change. */
function staysRemembered(given: AdrInput, { known, record }: FoundAdr): boolean {
  return known === undefined && record !== undefined && TEXTS.some(field => given[field].trim() === '')
}

function changeOf(active: ChangeFiles | undefined): Pick<Adr, 'change_id'> {
  return { change_id: active?.change.id }
}

/** A decision that is valid again has no successor. */
function linksOf(earlier: string | undefined, { status }: AdrInput): ReturnType<typeof adrLinksIn> {
  const links = adrLinksIn(earlier ?? '')
  return status === 'accepted' || status === 'proposed' ? { ...links, superseded_by: undefined } : links
}

function requireWritable(heads: readonly AdrHead[], known: AdrHead | undefined, { id, title }: Adr): void {
  if (known !== undefined && isArchived(known)) throw archivedFile(known)
  // Memory keeps one record for a title, so two decisions of ours cannot share one.
  const other = heads.find(head => head.foreign === undefined && head.id !== id && isSameAdrTitle(head.title, title))
  if (id !== undefined && other !== undefined) throw titleTaken({ head: other, record: undefined, title: other.title })
}

const TEXTS = ['context', 'decision', 'rationale'] as const

/** What the update names over what the earlier text says. A new decision has to say all of it. */
function merged(
  given: AdrInput,
  earlier = '',
  now: string,
): Omit<Adr, 'id' | 'change_id' | 'superseded_by' | 'supersedes'> {
  const before = adrTextsIn(earlier)
  const texts = TEXTS.map(field => [field, given[field].trim() === '' ? before[field] : given[field]] as const)
  for (const [field, text] of texts) if (text === undefined || text.trim() === '') throw missingText(field)
  const { context = '', decision = '', rationale = '' } = Object.fromEntries(texts)
  const isRenamed = given.title !== '' && (earlier === '' || given.name !== undefined)
  return {
    title: isRenamed ? given.title : titleIn(earlier),
    context,
    decision,
    rationale,
    status: given.status ?? ADR_STATUSES.find(one => one === statusIn(earlier)) ?? 'accepted',
    alternatives_rejected: given.alternatives_rejected ?? before.alternatives_rejected,
    created_at: createdAt(earlier) ?? now,
    more: before.more,
  }
}
