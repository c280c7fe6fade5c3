import { adrDirectory } from '../../changes/adr/directory.ts'
import { decisionIds, headsIn } from '../../changes/adr/heads.ts'
import { type ChangeFiles, findChange, readChangeFolder } from '../../changes/record/change-files.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Run } from '../../runs/model.ts'
import { findRun } from '../../runs/record/records.ts'
import { shell } from '../../shared/shell/shell.ts'
import { traceGraphOf } from '../../specs/trace/graph.ts'
import { sectionsInFiles } from '../../specs/write/texts.ts'
import { blame, lastCommitOf } from '../../store/git/git-blame.ts'
import type { Call } from '../../workspace/call.ts'
import { changesNamedIn } from '../../workspace/commits/change-trailer.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { cardAt, featuresOf, taskAt } from './cards.ts'
import type { ExploredLead, ExploreLead, Lead } from './walk.ts'

/** What is known of each kind of thing, by one function each. */
export function leadExplorer(call: Call): ExploreLead {
  const files = filesOf(call)
  return async lead => {
    switch (lead.kind) {
      case 'line':
        return lineAt(call, lead.id)
      case 'change':
        return changeAt(files, lead.id)
      case 'decision':
        return decisionAt(call, files, lead.id)
      case 'task':
        return taskAt(files, lead.id)
      case 'feature':
      case 'ponder':
      case 'investigation':
      case 'feedback':
      case 'milestone':
        return cardAt(files, lead.kind, lead.id)
      case 'requirement':
        return requirementAt(files, lead.id)
      case 'interaction':
        return runAt(call, lead.id)
      default:
        return PLAIN[lead.kind](lead)
    }
  }
}

/** With the words that the specification has for it, where there is one. */
function requirementAt(files: Files, id: string): ExploredLead {
  const title = traceGraphOf(sectionsInFiles(files), []).nodes.find(node => node.id === id)?.title ?? id
  return { cause: { kind: 'requirement', id, title, command: shell`furrow trace ${id}`, href: '/specs?view=trace' } }
}

/** What is told by its name; looking closer is for the command. */
const PLAIN = {
  commit: ({ id }: Lead): ExploredLead => ({
    cause: { kind: 'commit', id, title: id, command: shell`git show ${id}` },
  }),
  exploration: ({ id }: Lead): ExploredLead => ({
    cause: { kind: 'exploration', id, title: id, command: shell`furrow memory get ${id}`, href: `/memory/${id}` },
  }),
  memory: ({ id }: Lead): ExploredLead => ({
    cause: { kind: 'memory', id, title: id, command: shell`furrow memory get ${id}`, href: `/memory/${id}` },
  }),
  thread: ({ id }: Lead): ExploredLead => {
    const name = id.split('/').at(-1) ?? id
    return {
      cause: { kind: 'thread', id, title: name, command: shell`furrow ask threads show ${name}`, href: `/ask/${name}` },
    }
  },
}

async function lineAt(call: Call, what: string): Promise<ExploredLead> {
  const { root, repository } = call.workspace
  const [, file = what, line] = /^(.*):(\d+)$/.exec(what) ?? []
  const cause = { kind: 'line' as const, id: what, title: what }
  if (repository.gitDir === undefined)
    return { cause, missing: [{ link: `the commit of ${what}`, would: 'there is no git repository here' }] }
  const options = { signal: call.signal, env: call.env }
  const origin =
    line === undefined ? await lastCommitOf(root, file, options) : await blame(root, file, Number(line), options)
  if (origin === undefined)
    return {
      cause,
      missing: [{ link: `the commit of ${what}`, would: 'it is in no commit yet; `git commit` makes one' }],
    }
  const { hash, author, date, message } = origin
  const short = hash.slice(0, 10)
  const named = changesNamedIn(message)
  return {
    cause: {
      ...cause,
      title: `${what}: ${message.split('\n')[0] ?? ''} (${author}, ${date.slice(0, 10)})`,
      command: shell`git show ${short}`,
    },
    leads: named.map(id => ({ kind: 'change' as const, id, because: `the commit ${short} belongs to it` })),
    ...(named.length === 0 && {
      missing: [
        {
          link: `the change of the commit ${short}`,
          would: 'a line `Furrow-Change: <id>` in its message; `furrow init --git-hooks` writes it',
        },
      ],
    }),
  }
}

const REQUIREMENT = /\b(?:FR|NFR|BR)-\d+\b/g

function changeAt(files: Files, id: string): ExploredLead | undefined {
  const kept = attempt(() => findChange(files, id))
  if (kept === undefined) return undefined
  const { change } = kept
  const requirements = requirementsIn(files, kept)
  const cards = featuresOf(files, id)
  return {
    cause: {
      kind: 'change',
      id,
      title: change.description.split('\n')[0] ?? id,
      command: shell`furrow change status ${id}`,
      href: `/changes/${id}`,
    },
    leads: [
      ...requirements.map(each => ({ kind: 'requirement' as const, id: each, because: `${id} names it` })),
      ...decisionIds(files, kept).map(each => ({ kind: 'decision' as const, id: each, because: `${id} decided it` })),
      ...cards,
      ...(change.context_check?.found?.explorations ?? []).map(each => ({
        kind: 'exploration' as const,
        id: String(each.id),
        because: `the context check of ${id} found it: ${each.title}`,
      })),
    ],
    missing: [
      ...(requirements.length === 0
        ? [{ link: `the requirement of ${id}`, would: 'an id such as FR-001 in a text of the change' }]
        : []),
      ...(cards.length === 0
        ? [{ link: `the feature of ${id}`, would: `\`${shell`furrow feature link <feature> ${id}`}\`` }]
        : []),
    ],
  }
}

function requirementsIn(files: Files, { change, folder }: ChangeFiles): string[] {
  const texts = change.stages.map(({ name }) => files.read(`${folder}/${name}.md`)?.bytes.toString('utf8') ?? '')
  return [...new Set([change.description, ...texts].flatMap(text => text.match(REQUIREMENT) ?? []))].slice(0, 12)
}

function decisionAt(call: Call, files: Files, id: string): ExploredLead | undefined {
  const head = headsIn(files, adrDirectory(call)).find(each => each.id === id)
  if (head === undefined) return undefined
  const inFolder = /^sdd\/(?:changes|history)\/([^/]+)\//.exec(head.path)?.[1]
  const owner =
    inFolder ??
    readChangeFolder(files, { history: true }).kept.find(({ change }) => change.adrs.includes(id))?.change.id
  return {
    cause: {
      kind: 'decision',
      id,
      title: head.title,
      command: shell`furrow adr show ${id}`,
      ...(owner !== undefined && { href: `/changes/${owner}?adr=${id}` }),
    },
    leads: owner === undefined ? [] : [{ kind: 'change', id: owner, because: `it was decided in ${owner}` }],
  }
}

/** `build/20260102-101500-a1b`, with or without the tool. */
function runAt(call: Call, ref: string): ExploredLead | undefined {
  const id = ref.split('/').at(-1) ?? ref
  const run = attempt(() => findRun(call, id))
  if (run === undefined) return undefined
  return {
    cause: {
      kind: 'interaction',
      id: ref,
      title: `${run.label}: ${run.status}, run by ${run.actor.id} ${run.started_at.slice(0, 16).replace('T', ' ')}`,
      command: shell`furrow runs show ${id}`,
      href: pageOf(run),
    },
    leads:
      run.parent === undefined ? [] : [{ kind: 'interaction', id: run.parent, because: 'it was started inside it' }],
  }
}

function pageOf({ id, tool }: Run): string {
  return tool === undefined ? `/runs/${id}` : `/tools/${tool.name}?run=${id}`
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isRefused(error) && error.code === 'not_found') return undefined
    throw error
  }
}
