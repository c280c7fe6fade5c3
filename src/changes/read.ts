import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { isChecked } from './context/checked.ts'
import * as contracts from './contracts.ts'
import { customFlows } from './custom.ts'
import { detailOf } from './detail.ts'
import { allFlows } from './flows.ts'
import { isCancelled, type Row, rowOf } from './row.ts'
import { find, requireActive } from './shelf.ts'
import { renderChange, viewChange } from './view.ts'

export const status = implement(contracts.status, {
  async run(call, { change_id }) {
    await call.store.settled()
    const files = filesOf(call)
    const kept = change_id === undefined ? requireActive(readCatalog(call)) : find(files, change_id)
    const view = viewChange(call, kept, { checked: isChecked(call, files, kept.change) })
    return { ...view, ...detailOf(call, files, kept) }
  },
  render: renderChange,
})

export const list = implement(contracts.list, {
  async run(call, { status: wanted, history, limit, cursor, ...filter }) {
    await call.store.settled()
    const shelf = readCatalog(call, { history: history || wanted === 'archived' })
    const rows = [...shelf.kept.map(({ change }) => rowOf(change)), ...shelf.closed]
      .filter(change => (wanted === undefined || change.status === wanted) && fits(change, filter))
      .sort((a, b) => (a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1))
    const from = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1
    const page = rows.slice(from, from + limit)
    const next = rows.length > from + limit ? page.at(-1)?.id : undefined
    return {
      changes: page,
      damaged: shelf.damaged.map(({ id, path: file, message, fix }) => ({ id, path: file, message, fix })),
      ...(next !== undefined && { next }),
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

export const flows = implement(contracts.flows, {
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

export const show = implement(contracts.show, {
  async run(call, { id, stage }) {
    const { folder } = find(filesOf(call), id)
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

function stateOf(row: Row): string {
  const { status: state, current_stage, proof } = row
  if (state === 'archived' && isCancelled(row)) return `cancelled at ${current_stage}, archived`
  return proof === undefined ? `${state} at ${current_stage}` : `${state} with proof: ${proof}`
}

type Filter = { type?: string | undefined; size?: string | undefined; text?: string | undefined }

function fits({ id, type, size, description }: Row, wanted: Filter): boolean {
  if (wanted.type !== undefined && wanted.type !== type) return false
  if (wanted.size !== undefined && wanted.size !== size) return false
  const words = (wanted.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const held = `${id} ${description}`.toLowerCase()
  return words.every(word => held.includes(word))
}
