import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { remembers } from '../ports.ts'
import * as contracts from './contracts.ts'
import { adrDirectory } from './directory.ts'
import { type AdrHead, titleKey } from './document.ts'
import { headsIn } from './heads.ts'
import { rememberedOnly } from './remembered.ts'
import { type SharedNumber, sharedNumbers } from './renumber.ts'
import { headsInOtherWorktrees } from './worktrees.ts'

export const list = implement(contracts.list, {
  async run(call) {
    await call.store.settled()
    const heads = headsIn(filesOf(call), adrDirectory(call))
    const adrs = heads.map(rowOf).sort((a, b) => (a.id < b.id ? 1 : -1))
    const here = new Set(heads.map(({ title }) => titleKey(title)))
    const others = headsInOtherWorktrees(call).filter(({ title }) => !here.has(titleKey(title)))
    const elsewhere = others.map(head => ({ ...rowOf(head), worktree: head.worktree }))
    const { remembered, notices } = await rememberedOnly(await call.port(remembers), [...heads, ...others])
    return { adrs, elsewhere, remembered, notices: [...sharedNumbers(heads).map(sharedNotice), ...notices] }
  },
  render: ({ adrs, elsewhere, remembered, notices }) =>
    [
      ...(adrs.length + elsewhere.length + remembered.length === 0 ? ['No decisions are recorded here yet.'] : []),
      ...adrs.map(({ id, title, status, path }) => `- **${id}** ${title}, ${status} (${path})`),
      ...elsewhere.map(
        ({ id, title, status, worktree, path }) => `- **${id}** ${title}, ${status} (${path} in ${worktree})`,
      ),
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

function sharedNotice({ id, heads }: SharedNumber): string {
  return `${id} is the number of ${heads.length} files: ${heads.map(({ path, title }) => `${path} (${title})`).join(', ')}. \`${shell`furrow doctor repair`}\` gives the newer one the next free number.`
}

function rowOf({ id, title, path, status }: AdrHead) {
  const change = /^sdd\/(?:changes|history)\/([^/]+)\//.exec(path)?.[1]
  return { id, title, path, status, ...(change !== undefined && { change }) }
}
