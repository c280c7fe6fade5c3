import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { remembers } from '../change-ports.ts'
import * as contracts from './contracts.ts'
import { adrDirectory } from './directory.ts'
import { type AdrHead, adrTitleKey } from './document.ts'
import { headsIn } from './heads.ts'
import { findRecord, readRecords, rowOfRecord, unfiled, withSuccessors } from './memory/remembered.ts'
import { headNamed, readAdrName } from './name.ts'
import { noDecision } from './refusals.ts'
import { type SharedNumber, sharedNumbers } from './renumber.ts'
import { headsInOtherWorktrees } from './worktrees.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    await call.store.settled()
    const files = filesOf(call)
    const heads = headsIn(files, adrDirectory(call))
    const here = new Set(heads.map(({ title }) => adrTitleKey(title)))
    const others = headsInOtherWorktrees(call).filter(({ title }) => !here.has(adrTitleKey(title)))
    const { records, problem } = await readRecords(await call.port(remembers))
    const only = unfiled(records, [...heads, ...others])
    return {
      adrs: withSuccessors(heads, only)
        .map(rowOf)
        .sort((a, b) => (a.id < b.id ? 1 : -1)),
      elsewhere: others.map(head => ({ ...rowOf(head), worktree: head.worktree })),
      remembered: only.map(record => rowOfRecord(files, record)),
      notices: [
        ...sharedNumbers(heads).map(sharedNotice),
        ...(problem === undefined ? [] : [`Decisions that are only in memory are not listed: ${problem.message}`]),
      ],
    }
  },
  render: ({ adrs, elsewhere, remembered, notices }) =>
    [
      ...(adrs.length + elsewhere.length + remembered.length === 0 ? ['No decisions are recorded here yet.'] : []),
      ...adrs.map(({ id, title, status, path }) => `- **${id}** ${title}, ${status} (${path})`),
      ...elsewhere.map(
        ({ id, title, status, worktree, path }) => `- **${id}** ${title}, ${status} (${path} in ${worktree})`,
      ),
      ...remembered.map(({ title, status, ...record }) => `- ${title}, ${status} (${sayPlace(record)})`),
      ...notices,
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  async run(call, { id }) {
    await call.store.settled()
    const name = readAdrName(id)
    const record = await findRecord(await call.port(remembers), name)
    const head = headNamed(headsIn(filesOf(call), adrDirectory(call)), name, record === undefined ? [] : [record])
    const view = head === undefined ? undefined : await call.store.read(head.path)
    if (head !== undefined && view !== undefined)
      return { ...rowOf(head), content: view.bytes.toString('utf8'), revision: view.revision }
    if (record !== undefined) return { ...rowOfRecord(filesOf(call), record), content: record.content }
    return noDecision(name)
  },
  render: ({ content, memory, missing, superseded_by }) =>
    [
      ...(superseded_by === undefined ? [] : [`Superseded by ${superseded_by}.`, '']),
      content,
      ...(memory === undefined ? [] : ['', `In ${sayPlace({ memory, missing })}.`]),
    ].join('\n'),
})

function sayPlace({ memory, missing }: { memory: number; missing?: string | undefined }): string {
  const only = `memory #${memory} only`
  return missing === undefined ? only : `${only}: ${missing} was undone or removed, or is on another branch`
}

function sharedNotice({ id, heads }: SharedNumber): string {
  return `${id} is the number of ${heads.length} files: ${heads.map(({ path, title }) => `${path} (${title})`).join(', ')}. \`${shell`furrow doctor repair`}\` gives the newer one the next free number.`
}

function rowOf({ id, title, path, status, superseded_by }: AdrHead) {
  const change = /^sdd\/(?:changes|history)\/([^/]+)\//.exec(path)?.[1]
  return {
    id,
    title,
    path,
    status,
    ...(superseded_by !== undefined && { superseded_by }),
    ...(change !== undefined && { change }),
  }
}
