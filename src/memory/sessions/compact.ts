import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import type { CompactionTarget, Observation } from '../port.ts'
import { type ProjectHere, projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import { renderObservation, viewMemoryProject, viewObservation } from '../view-record.ts'
import * as contracts from './contracts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const compact = implement(() => contracts.compact, {
  async run(call, input) {
    const memory = memoryIn(call)
    const project = await projectIn(call, input.project)
    const shown = viewMemoryProject(project)
    const filter = { projects: project.names, scope: input.scope, namespace: input.namespace }
    if (input.compact_ids.length === 0) {
      const before = call.clock.now() - input.older_than_days * DAY_MS
      const stale = await memory.stale(filter, { before, limit: input.limit, offset: 0 })
      return {
        project: shown,
        candidates: stale.map(record => viewObservation(record, 'standard')),
        folded: [],
        notices: [],
      }
    }
    const records: Observation[] = []
    for (const id of new Set(input.compact_ids)) {
      const record = await memory.get(id)
      if (record === undefined) return missingRecord(memory, id)
      if (!isOf(record, project)) return otherProject(record, project)
      records.push(record)
    }
    if (input.into !== undefined) return foldInto(call, records, { into: input.into, project })
    const content = redactPrivate(input.summary_content ?? '')
    const title = redactPrivate(input.summary_title ?? `Summary of ${count(records.length, 'record')}`)
    const scope = input.scope ?? commonOf(records.map(record => record.scope))
    if (scope === undefined) return mixedScopes(records)
    const target: CompactionTarget =
      content.text.trim() === ''
        ? { kind: 'none' }
        : {
            kind: 'summary',
            draft: {
              session_id: input.session_id,
              type: 'compaction_summary',
              title: title.text,
              content: content.text,
              project: commonOf(records.map(record => record.project)) ?? project.name,
              scope,
              namespace: input.namespace ?? commonOf(records.map(({ namespace }) => namespace)),
              origin: recordOrigin(call),
            },
          }
    return folded(call, records, { target, project, notices: [...title.notices, ...content.notices] })
  },
  render: ({ candidates, folded: ids, summary, project, notices }) =>
    ids.length > 0
      ? [sayFolded(ids, summary), ...(summary === undefined ? [] : [renderObservation(summary)]), ...notices].join('\n')
      : candidates.length === 0
        ? `Nothing in ${project.name} is that old.`
        : candidates.map(renderObservation).join('\n\n'),
})

function isOf({ scope, project: name }: Observation, { names }: ProjectHere): boolean {
  return scope === 'personal' || names.includes(name)
}

function commonOf<T>([first, ...rest]: readonly T[]): T | undefined {
  return rest.every(value => value === first) ? first : undefined
}

/** Folds records into one that there is; that keeps its text. */
async function foldInto(
  call: Call,
  records: readonly Observation[],
  { into, project }: { into: number; project: ProjectHere },
) {
  const memory = memoryIn(call)
  const target = await memory.get(into)
  if (target === undefined) return missingRecord(memory, into)
  if (!isOf(target, project)) return otherProject(target, project)
  const others = records.filter(({ id }) => id !== into)
  if (others.length === 0)
    return refuse('usage', `Name other records than #${into} to fold into it.`, {
      target: 'compact_ids',
      fix: shell`furrow memory compact`,
    })
  if (commonOf([target, ...others].map(({ scope }) => scope)) === undefined) return mixedScopes([target, ...others])
  return folded(call, others, { target: { kind: 'record', id: into }, project, notices: [] })
}

interface Folding {
  readonly target: CompactionTarget
  readonly project: ProjectHere
  readonly notices: readonly string[]
}

async function folded(call: Call, records: readonly Observation[], { target, project, notices }: Folding) {
  const ids = records.map(({ id }) => id)
  const summary = await memoryIn(call).compact(ids, target)
  for (const id of ids) await publishMemoryEvent(call, id)
  return {
    project: viewMemoryProject(project),
    candidates: [],
    notices: [...notices],
    folded: ids,
    ...(summary !== undefined && { summary: viewObservation(summary, target.kind === 'record' ? 'standard' : 'full') }),
  }
}

function sayFolded(ids: readonly number[], summary: { readonly id: number } | undefined): string {
  const back = `\`${shell`furrow memory delete ${ids[0] ?? 0} --restore`}\` brings ${ids.length === 1 ? 'it' : `#${ids[0]}`} back.`
  const what = summary === undefined ? 'deleted without a summary' : `folded into #${summary.id}`
  return `${count(ids.length, 'record')} ${what}: ${ids.map(id => `#${id}`).join(', ')}. ${back}`
}

function otherProject({ id, project: name }: Observation, project: ProjectHere) {
  return refuse(
    'conflict',
    `#${id} belongs to the project \`${name}\`, not to \`${project.name}\`; nothing was changed. \`--project ${name}\` folds records there.`,
    { target: String(id), fix: shell`furrow memory get ${id}` },
  )
}

function mixedScopes(records: readonly Observation[]) {
  const personal = records.find(({ scope }) => scope === 'personal')?.id ?? 0
  return refuse(
    'conflict',
    `#${personal} is personal and found in every project, the others are the project's; nothing was changed. \`--scope\` says where the summary belongs.`,
    { target: String(personal), fix: shell`furrow memory get ${personal}` },
  )
}

export const stats = implement(() => contracts.stats, {
  async run(call) {
    const { projects, ...counts } = await memoryIn(call).stats()
    return { ...counts, projects: [...projects] }
  },
  render: ({ observations, deleted, sessions, prompts, relations, projects }) =>
    [
      [
        `${count(observations, 'record')} (${deleted} deleted)`,
        count(sessions, 'session'),
        count(prompts, 'prompt'),
        count(relations, 'relation'),
      ].join(', '),
      ...projects.map(({ name, observations: held }) => `- ${name}: ${held}`),
    ].join('\n'),
})

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
