import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Transaction } from '../../store/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { put } from '../manage.ts'
import { type Remembers, remembers } from '../ports.ts'
import { activeIn, readShelf } from '../shelf.ts'
import * as contracts from './contracts.ts'
import { adrDirectory } from './directory.ts'
import {
  ADR_STATUSES,
  type Adr,
  type AdrHead,
  type AdrStatus,
  createdAt,
  linksIn,
  markSuperseded,
  nextNumber,
  printAdr,
  sameTitle,
  statusIn,
  textsIn,
  titleIn,
  titleKey,
} from './document.ts'
import { fileNames, headsIn } from './heads.ts'
import { adrTopic } from './remembered.ts'
import { headsInOtherWorktrees, namesInOtherWorktrees } from './worktrees.ts'

export const record = implement(contracts.record, {
  async run(call, { id, ...input }) {
    const status = input.status === undefined ? undefined : ADR_STATUSES.find(known => known === input.status)
    if (input.status !== undefined && status === undefined)
      return refuse('usage', `invalid ADR status "${input.status}": must be one of: ${ADR_STATUSES.join(', ')}`, {
        target: 'status',
        fix: shell`furrow adr record --help`,
      })
    const memory = await call.port(remembers)
    const given = { ...input, id, status, title: input.title.replace(/\s+/g, ' ').trim() }
    if (id === undefined && given.title === '') return missing('title')
    const remembered = await rememberedText(memory, given.title)
    if (isPartial(given)) requireHere(call, given.title)
    const filed = await file(call, given, remembered)
    if (filed.before !== undefined) await moveRemembered(memory, filed.before, filed.adr.title)
    const kept = await remember(memory, filed.adr)
    if (filed.path === undefined && kept.unkept !== undefined) throw keptNowhere(kept.unkept)
    for (const replaced of filed.replaced) await rememberReplaced(memory, replaced, kept.id)
    const { title, change_id } = filed.adr
    return {
      ...(filed.path !== undefined && { id: filed.adr.id, path: filed.path }),
      title,
      status: filed.adr.status,
      action: filed.path === undefined ? (kept.action ?? 'created') : filed.action,
      ...(change_id !== undefined && { change: change_id }),
      memory: {
        topic_key: kept.topic_key,
        ...(kept.id !== undefined && { id: kept.id }),
        ...(kept.unkept !== undefined && { problem: kept.unkept.message }),
      },
      notices: noticesOf(filed, given.title),
    }
  },
  render: ({ id, title, status, path, memory, action, notices }) =>
    [
      '# ADR Captured',
      '',
      `**${id === undefined ? '' : `${id}: `}${title}** is ${status} (${action}).`,
      ...(path === undefined ? [] : [`- file: ${path}`]),
      memory.id === undefined
        ? `- memory: not kept, ${memory.problem}`
        : `- memory: #${memory.id}, ${memory.topic_key}`,
      ...notices,
    ].join('\n'),
})

type Given = Pick<
  Adr,
  'id' | 'title' | 'context' | 'decision' | 'rationale' | 'alternatives_rejected' | 'supersedes'
> & {
  readonly status: AdrStatus | undefined
}

interface Filed {
  readonly adr: Adr
  readonly path?: string
  readonly action: 'created' | 'updated'
  /** The title under which the updated decision was known. */
  readonly before?: string
  readonly replaced: readonly Replaced[]
}

interface Replaced {
  readonly title: string
  readonly text: string
}

/** With an active change the decision lies in it; without one in `adr.directory`, when the config names one. */
function file(call: Call, given: Given, remembered: string | undefined): Promise<Filed> {
  const now = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const active = activeIn(readShelf(tx))
    const directory = adrDirectory(call)
    const heads = headsIn(tx, directory)
    const known = knownIn(heads, given)
    const id = known?.id ?? nextNumber(heads, [...fileNames(tx, directory), ...namesInOtherWorktrees(call)])
    const folder = active === undefined ? directory : `${active.folder}/adrs`
    const onlyRemembered = known === undefined && remembered !== undefined && isPartial(given)
    const path = known?.path ?? (folder === undefined || onlyRemembered ? undefined : `${folder}/${id}.md`)
    const before = known === undefined ? undefined : tx.read(known.path)?.bytes.toString('utf8')
    const earlier = before ?? (path === undefined ? remembered : undefined)
    const links = earlier === undefined ? { change_id: active?.change.id } : linksIn(earlier)
    const adr = { ...linked(links, given), ...merged(given, earlier, now), id: path === undefined ? undefined : id }
    requireOwnTitle(heads, adr)
    const replaced = supersede(tx, heads, adr)
    if (path === undefined) return { adr, action: 'created' as const, replaced }
    tx.read(path)
    tx.emit('adr', id, tx.write(path, printAdr(adr)))
    if (active !== undefined && !active.change.adrs.includes(id) && path.startsWith(active.folder))
      put(tx, { ...active, change: { ...active.change, adrs: [...active.change.adrs, id], updated_at: now } })
    tx.describe(`recorded the decision ${id}: ${adr.title}`)
    return known === undefined
      ? { adr, path, action: 'created' as const, replaced }
      : { adr, path, action: 'updated' as const, replaced, before: known.title }
  })
}

/** An update of a decision, or a new one that lacks something. */
function isPartial(given: Given): boolean {
  return TEXTS.some(field => given[field].trim() === '')
}

/** What is in a file of another worktree is updated there: here, memory alone would change. */
function requireHere(call: Call, title: string): void {
  const here = headsIn(filesOf(call), adrDirectory(call)).some(head => sameTitle(head.title, title))
  const other = here ? undefined : headsInOtherWorktrees(call).find(head => sameTitle(head.title, title))
  if (title === '' || other === undefined) return
  throw refuse('conflict', `"${other.title}" is ${other.id} in ${other.worktree}. Update it there.`, {
    target: other.id,
    fix: shell`furrow adr show ${other.id} --workspace ${other.worktree}`,
  })
}

/** A decision that is valid again has no successor. */
function linked(links: ReturnType<typeof linksIn>, { status }: Given): ReturnType<typeof linksIn> {
  return status === 'accepted' || status === 'proposed' ? { ...links, superseded_by: undefined } : links
}

/** Memory keeps one record for a title, so two decisions of ours cannot share one. */
function requireOwnTitle(heads: readonly AdrHead[], { id, title }: Adr): void {
  const other = heads.find(head => head.foreign === undefined && head.id !== id && sameTitle(head.title, title))
  if (id === undefined || other === undefined) return
  throw refuse('conflict', `${other.id} is already called "${other.title}". Choose another title.`, {
    target: other.id,
    fix: shell`furrow adr show ${other.id}`,
  })
}

function knownIn(heads: readonly AdrHead[], { id, title }: Given): AdrHead | undefined {
  if (id === undefined) return heads.find(head => head.foreign === undefined && sameTitle(head.title, title))
  const known = heads.find(head => head.id === id)
  if (known === undefined)
    throw refuse('not_found', `There is no decision ${id}.`, { target: id, fix: shell`furrow adr list` })
  if (known.foreign === undefined) return known
  throw refuse('unsupported', `${known.path} has a form of its own, which Furrow does not rewrite. Edit it by hand.`, {
    target: known.path,
    fix: shell`furrow adr show ${id}`,
  })
}

/** What the update names over what the earlier text says. A new decision has to say all of it. */
function merged(
  given: Given,
  earlier: string | undefined,
  now: string,
): Omit<Adr, 'id' | 'change_id' | 'superseded_by'> {
  const before = earlier === undefined ? {} : textsIn(earlier)
  const title = given.title || (earlier === undefined ? '' : titleIn(earlier))
  const texts = TEXTS.map(field => [field, given[field].trim() === '' ? before[field] : given[field]] as const)
  for (const [field, text] of texts) if (text === undefined || text.trim() === '') throw missing(field)
  const { context = '', decision = '', rationale = '' } = Object.fromEntries(texts)
  return {
    title,
    context,
    decision,
    rationale,
    status:
      given.status ??
      (earlier === undefined ? 'accepted' : (ADR_STATUSES.find(one => one === statusIn(earlier)) ?? 'accepted')),
    alternatives_rejected: given.alternatives_rejected ?? before.alternatives_rejected,
    supersedes: given.supersedes ?? (earlier === undefined ? undefined : linksIn(earlier).supersedes),
    created_at: (earlier === undefined ? undefined : createdAt(earlier)) ?? now,
    more: before.more,
  }
}

const TEXTS = ['context', 'decision', 'rationale'] as const

/** A decision without a number is named by its title. */
function supersede(tx: Transaction, heads: readonly AdrHead[], { supersedes, title, id = title }: Adr): Replaced[] {
  if (supersedes === undefined) return []
  if (supersedes === id)
    throw refuse('usage', `${id} cannot supersede itself.`, { target: 'supersedes', fix: shell`furrow adr list` })
  const old = heads.find(head => head.id === supersedes)
  const text = old === undefined ? undefined : tx.read(old.path)?.bytes.toString('utf8')
  if (old === undefined || text === undefined)
    throw refuse('not_found', `There is no ${supersedes} to supersede.`, {
      target: supersedes,
      fix: shell`furrow adr list`,
    })
  if (successorsOf(tx, heads, id).has(supersedes))
    throw refuse('conflict', `${supersedes} (${old.title}) already supersedes ${id}; they cannot replace each other.`, {
      target: supersedes,
      fix: shell`furrow adr show ${supersedes}`,
    })
  const marked = markSuperseded(text, id)
  tx.write(old.path, marked)
  return [{ title: old.title, text: marked }]
}

/** Every decision that replaced this one, directly or by way of another. */
function successorsOf(tx: Transaction, heads: readonly AdrHead[], id: string, found = new Set<string>()): Set<string> {
  const head = heads.find(one => one.id === id)
  const text = head === undefined ? undefined : tx.read(head.path)?.bytes.toString('utf8')
  const next = text === undefined ? undefined : linksIn(text).superseded_by
  if (next === undefined || found.has(next)) return found
  return successorsOf(tx, heads, next, found.add(next))
}

function topicOf(memory: Remembers, title: string): string {
  return `${adrTopic(memory)}/${titleKey(title)}`
}

/** The text of a decision that lies in memory alone; without a memory nothing is known of it. */
async function rememberedText(memory: Remembers, title: string): Promise<string | undefined> {
  try {
    const topic_key = topicOf(memory, title)
    return (await memory.below(topic_key)).find(record => record.topic_key === topic_key)?.content
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

interface Kept {
  readonly id?: number
  readonly action?: 'created' | 'updated'
  readonly topic_key: string
  readonly unkept?: Refused
}

async function remember(memory: Remembers, adr: Adr): Promise<Kept> {
  const topic_key = topicOf(memory, adr.title)
  try {
    return { ...(await memory.remember({ title: adr.title, content: printAdr(adr), topic_key })), topic_key }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { topic_key, unkept: error }
  }
}

/** A decision that gets another title keeps its record. */
async function moveRemembered(memory: Remembers, from: string, to: string): Promise<void> {
  const topics = { from: topicOf(memory, from), to: topicOf(memory, to) }
  if (topics.from === topics.to) return
  try {
    await memory.move(topics)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Memory says of the replaced decision what its file says, and ranks it below its successor. */
async function rememberReplaced(memory: Remembers, { title, text }: Replaced, by: number | undefined): Promise<void> {
  if (by === undefined) return
  const topic_key = topicOf(memory, title)
  await memory.remember({ title, content: text, topic_key })
  await memory.supersede({ by, topic_key })
}

function noticesOf({ path, before, adr, replaced }: Filed, title: string): string[] {
  return [
    ...(path === undefined
      ? ['Kept in memory only, without a number. Send all its texts during a change, and it is filed there.']
      : []),
    ...(before !== undefined && title !== '' && before !== adr.title ? [`It was called "${before}" before.`] : []),
    ...replaced.map(old => `It supersedes ${adr.supersedes}: ${old.title}.`),
  ]
}

function keptNowhere({ code, message }: Refused) {
  return refuse(
    code === 'disk_full' ? code : 'memory_unavailable',
    `The decision could be kept nowhere: there is no active change, no adr.directory, and ${message}`,
    { fix: shell`furrow doctor` },
  )
}

function missing(field: 'title' | 'context' | 'decision' | 'rationale') {
  const asks = {
    title: 'a short title for the decision',
    context: 'the problem that led to it',
    decision: 'what was decided',
    rationale: 'why it was decided so',
  }
  return refuse('usage', `${field} is required: give ${asks[field]}.`, {
    target: field,
    fix: shell`furrow adr record --help`,
  })
}
