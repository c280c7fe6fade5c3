import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { isChecked } from '../context/checked.ts'
import * as contracts from '../contracts.ts'
import { allFlows } from '../flows.ts'
import type { ChangeTotal } from '../model.ts'
import { type Catalog, readCatalog } from '../record/catalog.ts'
import { findChange, requireActive } from '../record/change-files.ts'
import { customFlows } from '../record/custom-flows.ts'
import { type ChangeSummary, changeRowOf, isCancelled } from '../record/row.ts'
import { unfinishedSigns } from '../verify/unfinished.ts'
import { changeDetailOf } from './detail.ts'
import { renderChange, viewChange } from './view-change.ts'

export const status = implement(() => contracts.status, {
  async run(call, { change_id }) {
    await call.store.settled()
    const files = filesOf(call)
    const kept = change_id === undefined ? requireActive(readCatalog(call)) : findChange(files, change_id)
    const view = viewChange(call, kept, { checked: isChecked(call, files, kept.change) })
    const isLast = kept.change.status === 'active' && kept.change.current_stage === 'verify'
    const warnings = isLast ? await unfinishedSigns(call, kept) : []
    return { ...view, ...changeDetailOf(call, files, kept), ...(warnings.length > 0 && { warnings }) }
  },
  render: renderChange,
})

export const list = implement(() => contracts.list, {
  async run(call, { status: wanted, history, limit, cursor, ...filter }) {
    await call.store.settled()
    const shelf = readCatalog(call, { history: history || wanted === 'archived' })
    const rows = [...shelf.kept.map(({ change }) => changeRowOf(change)), ...shelf.closed]
      .filter(change => (wanted === undefined || change.status === wanted) && fits(change, filter))
      .sort((a, b) => (a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1))
    const from = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1
    const page = rows.slice(from, from + limit)
    const next = rows.length > from + limit ? page.at(-1)?.id : undefined
    return {
      changes: page,
      damaged: shelf.damaged.map(({ id, path: file, message, fix }) => ({ id, path: file, message, fix })),
      ...(next !== undefined && { next }),
      totals: totalsOf(rows),
      ...(rows.length === 0 && { left_out: leftOut(call, shelf) }),
    }
  },
  render: ({ changes, damaged, left_out }) =>
    [
      ...(changes.length === 0 ? [nothingListed(left_out)] : []),
      ...changes.map(row => `- **${row.id}** (${row.type}, ${row.size}) ${stateOf(row)}`),
      ...damaged.map(
        ({ path: file, message, fix }) =>
          `- damaged: ${message.startsWith(file) ? message : `${file}: ${message}`} \`${fix}\``,
      ),
    ].join('\n'),
})

function totalsOf(rows: readonly ChangeSummary[]): ChangeTotal[] {
  const totals = new Map<string, ChangeTotal>()
  for (const { type, current_stage: stage, status: state } of rows) {
    const open = state === 'active' || state === 'paused'
    const key = JSON.stringify([type, stage, open])
    totals.set(key, { type, stage, open, count: (totals.get(key)?.count ?? 0) + 1 })
  }
  return [...totals.values()]
}

export const flows = implement(() => contracts.flows, {
  async run(call) {
    return { flows: allFlows(await customFlows(call)).map(flow => ({ ...flow, stages: [...flow.stages] })) }
  },
  render: ({ flows: all }) =>
    [
      '| type | size | stages |',
      '| --- | --- | --- |',
      ...all.map(({ type, size, stages }) => `| ${type} | ${size} | ${stages.join(', ')} |`),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  async run(call, { id, stage }) {
    const { folder } = findChange(filesOf(call), id)
    const file = `${folder}/${stage}.md`
    const view = await call.store.read(file)
    if (view === undefined)
      return refuse('not_found', `${id} has no artifact for ${stage} yet.`, {
        target: stage,
        fix: shell`furrow change status ${id}`,
      })
    call.store.shown(call.actor, view)
    return { id, stage, path: file, content: view.bytes.toString('utf8'), revision: view.revision }
  },
  render: ({ content }) => content,
})

/** What there is beside an empty list: changes that the filters left out, and those of the history. */
function leftOut(call: Call, { kept, closed }: Catalog) {
  const all = readCatalog(call, { history: true })
  const filtered = kept.length + closed.length
  return { filtered, archived: all.kept.length + all.closed.length - filtered }
}

function nothingListed({ filtered, archived } = { filtered: 0, archived: 0 }): string {
  if (filtered > 0) return `No change matches. Without filters: \`${shell`furrow change list`}\``
  if (archived > 0) return `No open changes. ${archived} in the history: \`${shell`furrow change list --history`}\``
  return `There are no changes here yet. \`${shell`furrow change start --help`}\``
}

function stateOf(row: ChangeSummary): string {
  const { status: state, current_stage, proof } = row
  if (state === 'archived' && isCancelled(row)) return `cancelled at ${current_stage}, archived`
  return proof === undefined ? `${state} at ${current_stage}` : `${state} with proof: ${proof}`
}

type ChangeFilter = { type?: string | undefined; size?: string | undefined; text?: string | undefined }

function fits({ id, type, size, description }: ChangeSummary, wanted: ChangeFilter): boolean {
  if (wanted.type !== undefined && wanted.type !== type) return false
  if (wanted.size !== undefined && wanted.size !== size) return false
  const words = (wanted.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const held = `${id} ${description}`.toLowerCase()
  return words.every(word => held.includes(word))
}
