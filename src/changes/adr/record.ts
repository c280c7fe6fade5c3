import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { type Remembers, remembers } from '../change-ports.ts'
import * as contracts from './contracts.ts'
import { adrDirectory } from './directory.ts'
import { adrLinksIn, isSameAdrTitle } from './document.ts'
import { type AdrInput, type FiledDecision, fileDecision } from './file.ts'
import { headsIn } from './heads.ts'
import { keepInMemory } from './memory/keep-in-memory.ts'
import { findRecord } from './memory/remembered.ts'
import { type RememberedAdr, readAdrName } from './name.ts'
import { decidedElsewhere, missingText } from './refusals.ts'
import { headsInOtherWorktrees } from './worktrees.ts'

export const record = implement(() => contracts.record, {
  async run(call, { id, supersedes, ...input }) {
    const memory = await call.port(remembers)
    const given: AdrInput = {
      ...input,
      status: input.status,
      title: input.title.replace(/\s+/g, ' ').trim(),
      name: id === undefined ? undefined : readAdrName(id),
      supersedes: supersedes === undefined ? undefined : readAdrName(supersedes),
    }
    if (given.name === undefined && given.title === '') return missingText('title')
    requireHere(call, given)
    const own = await findRecord(memory, given.name ?? { kind: 'title', title: given.title })
    const replaced = given.supersedes === undefined ? undefined : await findRecord(memory, given.supersedes)
    const successor = await successorOf(memory, own)
    const filed = await fileDecision(call, given, { own, replaced, successor })
    const kept = await keepInMemory(memory, filed)
    return viewOf(filed, kept)
  },
  render: ({ id, title, status, path, memory, action, notices }) =>
    [
      `# ADR ${{ created: 'Captured', updated: 'Updated', unchanged: 'Unchanged' }[action]}`,
      '',
      `**${id === undefined ? '' : `${id}: `}${title}** is ${status} (${action}).`,
      ...(path === undefined ? [] : [`- file: ${path}`]),
      memory.id === undefined
        ? `- memory: not kept, ${memory.problem}`
        : `- memory: #${memory.id}, ${memory.topic_key}`,
      ...notices,
    ].join('\n'),
})

async function successorOf(memory: Remembers, own: RememberedAdr | undefined): Promise<RememberedAdr | undefined> {
  const by = adrLinksIn(own?.content ?? '').superseded_by
  return by === undefined ? undefined : findRecord(memory, readAdrName(by))
}

/** What is in a file of another worktree is updated there: here, memory alone would change. */
function requireHere(call: Call, { name, title: given }: AdrInput): void {
  const title = name?.kind === 'title' ? name.title : name === undefined ? given : undefined
  if (title === undefined) return
  const here = headsIn(filesOf(call), adrDirectory(call)).some(head => isSameAdrTitle(head.title, title))
  const other = here ? undefined : headsInOtherWorktrees(call).find(head => isSameAdrTitle(head.title, title))
  if (other !== undefined) throw decidedElsewhere(other)
}

function viewOf(filed: FiledDecision, kept: Awaited<ReturnType<typeof keepInMemory>>) {
  const { adr, path, action } = filed
  return {
    ...(path !== undefined && { id: adr.id, path }),
    title: adr.title,
    status: adr.status,
    action,
    ...(adr.change_id !== undefined && { change: adr.change_id }),
    memory: {
      topic_key: kept.topic_key,
      ...(kept.id !== undefined && { id: kept.id }),
      ...(kept.unkept !== undefined && { problem: kept.unkept.message }),
    },
    notices: noticesOf(filed),
  }
}

function noticesOf({ path, before, adr, replaced, successor, action }: FiledDecision): string[] {
  return [
    ...(action === 'unchanged' ? ['It was recorded like this already. Nothing was written.'] : []),
    ...(path === undefined
      ? [
          'It is in memory only and has no number. Record it with all its texts while a change is active, and it gets a file and a number.',
        ]
      : []),
    ...(before !== undefined && before !== adr.title ? [`It was called "${before}" before.`] : []),
    ...replaced.map(old => `It supersedes ${named(adr.supersedes, old.title)}.`),
    ...(successor === undefined
      ? []
      : [
          `It was superseded by ${named(successor.id, successor.title)}, which is still ${successor.status}: both count now. To end the other one: \`${shell`furrow adr record --id ${successor.id} --status deprecated`}\`.`,
        ]),
  ]
}

function named(id: string | undefined, title: string): string {
  return id === undefined || id === title ? `"${title}"` : `${id}: ${title}`
}
