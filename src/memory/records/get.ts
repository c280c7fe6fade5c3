import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import type { ObservationView } from '../model.ts'
import { memoryIn } from '../open.ts'
import type { Memory, Relation } from '../port.ts'
import { suggestTopicKey } from '../text/topic.ts'
import { renderObservation, viewRelation } from '../view-record.ts'
import * as contracts from './contracts.ts'
import { viewMarked } from './marked.ts'

const MOST_RELATED = 200

export const get = implement(() => contracts.get, {
  async run(call, { id, depth }) {
    const memory = memoryIn(call)
    const observation = await memory.get(id)
    if (observation === undefined) return missingRecord(memory, id)
    const { relations, related } = await walk(memory, id, depth)
    await memory.noteFound([id])
    return {
      observation: await viewMarked(call, observation),
      relations: relations.map(viewRelation),
      related,
    }
  },
  render: ({ observation, relations, related }) =>
    [
      renderObservation(observation),
      ...sayCited(observation),
      ...(relations.length === 0
        ? []
        : [
            '',
            ...relations.map(
              ({ from, to, type, note }) => `- #${from} ${type} #${to}${note === undefined ? '' : `: ${note}`}`,
            ),
          ]),
      ...related.map(
        ({ id, depth, title, type }) => `- ${depth} step${depth === 1 ? '' : 's'} away: #${id} ${title} (${type})`,
      ),
    ].join('\n'),
})

export const suggestTopic = implement(() => contracts.suggestTopic, {
  async run(_, { title, content, type }) {
    if (`${title ?? ''}${content ?? ''}`.trim() === '')
      return refuse('usage', 'Say what the record is about: title or content.', {
        target: 'title',
        fix: shell`furrow memory suggest-topic --help`,
      })
    return {
      topic_key: suggestTopicKey({
        ...(title !== undefined && { title }),
        ...(content !== undefined && { content }),
        ...(type !== undefined && { type }),
      }),
    }
  },
  render: ({ topic_key }) => topic_key,
})

function sayCited({ files = [], valid_from, valid_until }: ObservationView): string[] {
  return [
    ...(valid_from === undefined ? [] : [`Valid from: ${valid_from}`]),
    ...(valid_until === undefined ? [] : [`Valid until: ${valid_until}`]),
    ...files.map(({ path, state }) => `Cites: ${path}${state === undefined ? '' : ` (${state})`}`),
  ]
}

/** Breadth first in both directions, one query a level, never more than a page of records. */
async function walk(memory: Memory, start: number, depth: number) {
  const seen = new Map<number, number>([[start, 0]])
  const relations = new Map<number, Relation>()
  let edge = [start]
  for (let level = 1; level <= depth && edge.length > 0 && seen.size < MOST_RELATED; level += 1) {
    const found = await memory.relationsOf(edge)
    for (const relation of found) relations.set(relation.id, relation)
    edge = [...new Set(found.flatMap(({ from, to }) => [from, to]))].filter(id => !seen.has(id)).slice(0, MOST_RELATED)
    for (const id of edge) seen.set(id, level)
  }
  const related = []
  for (const [id, level] of seen) {
    const observation = id === start ? undefined : await memory.get(id)
    if (observation !== undefined) related.push({ id, depth: level, type: observation.type, title: observation.title })
  }
  const shown = new Set([start, ...related.map(({ id }) => id)])
  return { relations: [...relations.values()].filter(({ from, to }) => shown.has(from) && shown.has(to)), related }
}
