import { type ShellText, shell, shellLine, splice } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { findTidying, memoryIn } from '../open.ts'
import type { Memory, RecordFilter, Tidying } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { checkFiles } from '../records/cited-files.ts'
import { messageOf, viewMemoryProject } from '../view-record.ts'
import * as contracts from './contracts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const tidy = implement(() => contracts.tidy, {
  async run(call, { project: name, unused_days, limit }) {
    const memory = memoryIn(call)
    const project = await projectIn(call, name, { onlyShows: true })
    const filter = { projects: project.names }
    const now = call.clock.now()
    const found = await findTidying(call, filter, { now, unusedSince: now - unused_days * DAY_MS, limit })
    const proposals: TidyProposal[] = []
    for (const tidying of found)
      proposals.push({
        kind: tidying.kind,
        ids: [...tidying.ids],
        ...('keeps' in tidying && { keeps: tidying.keeps }),
        message: await sayTidying(memory, tidying, unused_days),
        command: commandFor(tidying, { project: project.name, unused_days }),
      })
    const named = new Set(proposals.filter(({ kind }) => kind !== 'unused').flatMap(({ ids }) => ids))
    const checks = (await toCheck(call, filter)).filter(({ ids }) => !ids.some(id => named.has(id)))
    return {
      project: viewMemoryProject(project),
      searched: await memory.count(filter),
      proposals: unusedLast([...proposals, ...checks]).slice(0, limit),
    }
  },
  render: ({ project, searched, proposals }) =>
    [
      ...messageOf(project),
      ...(proposals.length === 0
        ? [`Nothing to tidy among ${count(searched)} of ${project.name}.`]
        : [
            `${proposals.length === 1 ? '1 proposal' : `${proposals.length} proposals`} for ${count(searched)} of ${project.name}; nothing was changed.`,
            ...proposals.map(({ message, command }) => `- ${message}\n  \`${command}\``),
          ]),
    ].join('\n'),
})

interface TidyProposal {
  readonly kind: Tidying['kind'] | 'check'
  readonly ids: number[]
  readonly keeps?: number
  readonly message: string
  readonly command: ShellText
}

function unusedLast(proposals: readonly TidyProposal[]): TidyProposal[] {
  const isUnused = ({ kind }: TidyProposal) => kind === 'unused'
  return [...proposals.filter(proposal => !isUnused(proposal)), ...proposals.filter(isUnused)]
}

const MOST_CHECKED = 500

/** Records whose files are not what they were when they were cited. */
async function toCheck(call: Call, filter: RecordFilter): Promise<TidyProposal[]> {
  const proposals: TidyProposal[] = []
  for (const record of await memoryIn(call).citing(filter, MOST_CHECKED)) {
    // What the pipelines keep up to date themselves is theirs.
    if (record.topic_key?.startsWith('sdd/') === true) continue
    const files = (await checkFiles(call, record)) ?? []
    const changed = files.filter(({ state }) => state === 'changed').map(({ path }) => path)
    const missing = files.filter(({ state }) => state === 'missing').map(({ path }) => path)
    if (changed.length === 0 && missing.length === 0) continue
    const left = files.filter(({ state }) => state !== 'missing').flatMap(({ path }) => ['--files', path])
    const said = [
      ...sayFiles(changed, 'has changed', 'have changed'),
      ...sayFiles(missing, 'is missing', 'are missing'),
    ]
    const what = `#${record.id} "${record.title}" is about ${said.join('; ')}.`
    proposals.push({
      kind: 'check',
      ids: [record.id],
      message: left.length === 0 ? `${what} To delete it:` : `${what} If it still holds:`,
      command:
        left.length === 0
          ? shell`furrow memory delete ${record.id}`
          : shell`furrow memory update ${record.id} ${splice(shellLine(left))}`,
    })
  }
  return proposals
}

function sayFiles(paths: readonly string[], one: string, several: string): string[] {
  return paths.length === 0 ? [] : [`${paths.join(', ')}, which ${paths.length === 1 ? one : several}`]
}

async function sayTidying(memory: Memory, tidying: Tidying, days: number): Promise<string> {
  const [first = 0] = tidying.ids
  const ids = tidying.ids.map(id => `#${id}`).join(', ')
  const record = await memory.get('keeps' in tidying ? tidying.keeps : first)
  const title = record?.title ?? ''
  switch (tidying.kind) {
    case 'duplicate':
      return `${ids} ${tidying.ids.length === 1 ? 'has' : 'have'} the text of #${tidying.keeps} "${title}".`
    case 'chain':
      return `${ids} were replaced one after the other, last by #${tidying.keeps} "${title}".`
    case 'revisions':
      return `${ids} "${title}" was changed ${(record?.revision_count ?? 1) - 1} times. To see whether it is still about one thing:`
    case 'expired':
      return `${ids} "${title}" ${record?.expires_at === undefined ? 'is no longer valid' : 'has expired'}.`
    case 'review due':
      return `${ids} "${title}" is due for review. If it still holds:`
    case 'unused':
      return `${count(tidying.ids.length)} that nobody changed, saved again or found for ${days} days: ${ids}. To read them:`
  }
}

function commandFor(tidying: Tidying, options: { project: string; unused_days: number }): ShellText {
  const [first = 0] = tidying.ids
  switch (tidying.kind) {
    case 'duplicate':
    case 'chain': {
      const flags = shellLine(tidying.ids.flatMap(id => ['--compact-ids', String(id)]))
      return shell`furrow memory compact --project ${options.project} --into ${tidying.keeps} ${splice(flags)}`
    }
    case 'revisions':
      return shell`furrow memory history ${first}`
    case 'expired':
      return shell`furrow memory delete ${first}`
    case 'review due':
      return shell`furrow memory update ${first} --review-after ${''}`
    case 'unused':
      return shell`furrow memory compact --project ${options.project} --older-than-days ${options.unused_days}`
  }
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
