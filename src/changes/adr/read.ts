import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { remembers } from '../ports.ts'
import * as contracts from './contracts.ts'
import { adrDirectory } from './directory.ts'
import type { AdrHead } from './document.ts'
import { headsIn } from './heads.ts'
import { rememberedOnly } from './remembered.ts'

export const list = implement(contracts.list, {
  async run(call) {
    await call.store.settled()
    const heads = headsIn(filesOf(call), adrDirectory(call))
    const adrs = heads.map(rowOf).sort((a, b) => (a.id < b.id ? 1 : -1))
    return { adrs, ...(await rememberedOnly(await call.port(remembers), heads)) }
  },
  render: ({ adrs, remembered, notices }) =>
    [
      ...(adrs.length + remembered.length === 0 ? ['No decisions are recorded here yet.'] : []),
      ...adrs.map(({ id, title, status, path }) => `- **${id}** ${title}, ${status} (${path})`),
      ...remembered.map(({ memory, title, status }) => `- ${title}, ${status} (memory #${memory} only)`),
      ...notices,
    ].join('\n'),
})

export const show = implement(contracts.show, {
  async run(call, { id }) {
    await call.store.settled()
    const head = headsIn(filesOf(call), adrDirectory(call)).find(one => one.id === id)
    const view = head === undefined ? undefined : await call.store.read(head.path)
    if (head === undefined || view === undefined)
      return refuse('not_found', `There is no decision ${id}.`, { target: id, fix: shell`furrow adr list` })
    return { ...rowOf(head), content: view.bytes.toString('utf8'), revision: view.revision }
  },
  render: ({ content }) => content,
})

function rowOf({ id, title, path, status }: AdrHead) {
  const change = /^sdd\/(?:changes|history)\/([^/]+)\//.exec(path)?.[1]
  return { id, title, path, status, ...(change !== undefined && { change }) }
}
