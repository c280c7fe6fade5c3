import { implement } from '../../workspace/call.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import { projectIn } from '../projects/identity.ts'
import { clean } from '../text/privacy.ts'
import { renderObservation, unknownRecord, viewObservation, viewProject } from '../view.ts'
import * as contracts from './contracts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const compact = implement(contracts.compact, {
  async run(call, input) {
    const memory = memoryIn(call)
    const project = await projectIn(call, input.project)
    const shown = viewProject(project)
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
    for (const id of input.compact_ids) if ((await memory.get(id)) === undefined) return unknownRecord(id)
    const content = clean(input.summary_content ?? '')
    const title = clean(input.summary_title ?? `Summary of ${input.compact_ids.length} records`)
    const notices = [...title.notices, ...content.notices]
    const summary =
      content.text.trim() === ''
        ? undefined
        : await memory.save({
            session_id: input.session_id,
            type: 'compaction_summary',
            title: title.text,
            content: content.text,
            project: project.name,
            scope: input.scope ?? 'project',
            namespace: input.namespace,
            origin: originOf(call),
          })
    for (const id of input.compact_ids) {
      if (summary !== undefined)
        await memory.relate({ from: summary.observation.id, to: id, type: 'supersedes', note: undefined })
      await memory.remove(id, { hard: false })
      await announce(call, id)
    }
    return {
      project: shown,
      candidates: [],
      notices,
      folded: input.compact_ids,
      ...(summary !== undefined && { summary: viewObservation(summary.observation) }),
    }
  },
  render: ({ candidates, folded, summary, project, notices }) =>
    folded.length > 0
      ? [
          `${count(folded.length, 'record')} folded; \`furrow memory delete <id> --restore\` brings one back.`,
          ...(summary === undefined ? [] : [renderObservation(summary)]),
          ...notices,
        ].join('\n')
      : candidates.length === 0
        ? `Nothing in ${project.name} is that old.`
        : candidates.map(renderObservation).join('\n\n'),
})

export const stats = implement(contracts.stats, {
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
