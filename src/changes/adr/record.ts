import { isRefused, refuse } from '../../operation/errors.ts'
import { slug } from '../../operation/naming.ts'
import { shell } from '../../operation/shell.ts'
import type { Transaction } from '../../store/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { put } from '../manage.ts'
import { remembers } from '../ports.ts'
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
  titleKey,
} from './document.ts'
import { fileNames, headsIn } from './heads.ts'

export const record = implement(contracts.record, {
  async run(call, input) {
    for (const field of ['title', 'context', 'decision', 'rationale'] as const)
      if (input[field].trim() === '') return missing(field)
    const status = ADR_STATUSES.find(known => known === input.status)
    if (status === undefined)
      return refuse('usage', `invalid ADR status "${input.status}": must be one of: ${ADR_STATUSES.join(', ')}`, {
        target: 'status',
        fix: shell`furrow adr record --help`,
      })
    const filed = await file(call, { ...input, title: input.title.replace(/\s+/g, ' ').trim(), status })
    const memory = await remember(call, filed.adr)
    if (filed.path === undefined && memory.id === undefined)
      return refuse(
        'memory_unavailable',
        `The decision could be kept nowhere: there is no active change, no adr.directory, and ${memory.problem}`,
        {
          fix: shell`furrow doctor`,
        },
      )
    const { id, title, change_id } = filed.adr
    return {
      ...(filed.path !== undefined && { id, path: filed.path }),
      title,
      status,
      action: filed.action,
      ...(change_id !== undefined && { change: change_id }),
      memory,
      notices:
        filed.path === undefined
          ? ['Kept in memory only, without a number: there is no active change and no adr.directory.']
          : [],
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

type Given = Omit<Adr, 'id' | 'created_at' | 'change_id' | 'superseded_by'> & { status: AdrStatus }

/** With an active change the decision lies in it; without one in `adr.directory`, when the config names one. */
function file(call: Call, given: Given): Promise<{ adr: Adr; path?: string; action: 'created' | 'updated' }> {
  const now = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const active = activeIn(readShelf(tx))
    const directory = adrDirectory(call)
    const heads = headsIn(tx, directory)
    const known = heads.find(({ title, foreign }) => foreign === undefined && sameTitle(title, given.title))
    const id = known?.id ?? nextNumber(heads, fileNames(tx, directory))
    const folder = active === undefined ? directory : `${active.folder}/adrs`
    const path = known?.path ?? (folder === undefined ? undefined : `${folder}/${id}.md`)
    const before = known === undefined ? undefined : tx.read(known.path)?.bytes.toString('utf8')
    const created_at = (before === undefined ? undefined : createdAt(before)) ?? now
    const links = before === undefined ? { change_id: active?.change.id } : linksIn(before)
    const adr: Adr = { ...links, ...given, supersedes: given.supersedes ?? links.supersedes, id, created_at }
    if (path === undefined) return { adr, action: 'created' as const }
    supersede(tx, heads, adr)
    tx.read(path)
    tx.emit('adr', id, tx.write(path, printAdr(adr)))
    if (active !== undefined && !active.change.adrs.includes(id) && path.startsWith(active.folder))
      put(tx, { ...active, change: { ...active.change, adrs: [...active.change.adrs, id], updated_at: now } })
    tx.describe(`recorded the decision ${id}: ${given.title}`)
    return { adr, path, action: known === undefined ? ('created' as const) : ('updated' as const) }
  })
}

function supersede(tx: Transaction, heads: readonly AdrHead[], { supersedes, id }: Adr): void {
  if (supersedes === undefined) return
  const old = heads.find(head => head.id === supersedes)
  const text = old === undefined ? undefined : tx.read(old.path)?.bytes.toString('utf8')
  if (old === undefined || text === undefined)
    throw refuse('not_found', `There is no ${supersedes} to supersede.`, {
      target: supersedes,
      fix: shell`furrow adr list`,
    })
  tx.write(old.path, markSuperseded(text, id))
}

async function remember(call: Call, adr: Adr): Promise<{ id?: number; topic_key: string; problem?: string }> {
  const memory = await call.port(remembers)
  const topic_key = `adr/${slug(memory.project(), { fallback: 'project' })}/${titleKey(adr.title)}`
  try {
    return { id: await memory.remember({ title: adr.title, content: printAdr(adr), topic_key }), topic_key }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { topic_key, problem: error.message }
  }
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
