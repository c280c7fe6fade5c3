import { isRefused, Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import type { Memory, RecordPatch } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import { normalizeTopicKey } from '../text/topic.ts'
import { displayTime, renderObservation, viewRelation } from '../view-record.ts'
import { citeFiles } from './cited-files.ts'
import * as contracts from './contracts.ts'
import { viewMarked } from './marked.ts'
import { refusePeriod } from './validity.ts'

export const update = implement(() => contracts.update, {
  async run(call, { id, topic_key, expires_at, review_after, valid_from, valid_until, files: paths, ...given }) {
    const content = given.content === undefined ? undefined : redactPrivate(given.content)
    const title = given.title === undefined ? undefined : redactPrivate(given.title)
    if (content?.text.trim() === '' || title?.text.trim() === '')
      return refuse('usage', 'Nothing would be left: the text is empty, or all of it is private.', {
        target: title?.text.trim() === '' ? 'title' : 'content',
        fix: shell`furrow memory update --help`,
      })
    const project = given.project === undefined ? undefined : (await projectIn(call, given.project)).name
    const files = paths === undefined ? undefined : citeFiles(call, paths)
    if (isRefused(files)) return files
    const patch: RecordPatch = {
      ...given,
      ...(project !== undefined && { project }),
      ...(content !== undefined && { content: content.text }),
      ...(title !== undefined && { title: title.text.trim() }),
      ...(topic_key !== undefined && { topic_key: topic_key === '' ? null : normalizeTopicKey(topic_key) }),
      ...(expires_at !== undefined && { expires_at: displayTime(expires_at) ?? null }),
      ...(review_after !== undefined && { review_after: displayTime(review_after) ?? null }),
      ...(valid_from !== undefined && { valid_from: displayTime(valid_from) ?? null }),
      ...(valid_until !== undefined && { valid_until: displayTime(valid_until) ?? null }),
      ...(files !== undefined && { files }),
    }
    if (Object.values(patch).every(value => value === undefined))
      return refuse('usage', 'Say what to change: title, content, type, project, scope, topic_key, files, dates.', {
        fix: shell`furrow memory update --help`,
      })
    const memory = memoryIn(call)
    const dates = await datesAfter(memory, id, patch)
    if (isRefused(dates)) return dates
    const observation = await memory.update(id, patch, recordOrigin(call))
    if (observation === undefined) return missingRecord(memory, id)
    await publishMemoryEvent(call, id)
    return {
      observation: await viewMarked(call, observation),
      notices: [...(title?.notices ?? []), ...(content?.notices ?? [])],
    }
  },
  render: ({ observation, notices }) =>
    [`Updated (revision #${observation.revision_count}):`, renderObservation(observation), ...notices].join('\n'),
})

/** A period that would end before it begins is refused, also where only one of its ends is given. */
async function datesAfter(memory: Memory, id: number, { valid_from, valid_until }: RecordPatch) {
  if (valid_from === undefined && valid_until === undefined) return undefined
  const record = await memory.get(id)
  if (record === undefined) return undefined
  return refusePeriod(
    valid_from === undefined ? record.valid_from : (valid_from ?? undefined),
    valid_until === undefined ? record.valid_until : (valid_until ?? undefined),
  )
}

export const remove = implement(() => contracts.remove, {
  async run(call, { id, restore, hard }) {
    const memory = memoryIn(call)
    if (hard) return eraseAs(call, id)
    const done = restore ? await memory.restore(id) : await memory.remove(id, { hard: false })
    if (!done && restore && (await memory.get(id)) !== undefined)
      return refuse('conflict', `Record ${id} is not deleted.`, {
        target: String(id),
        fix: shell`furrow memory get ${id}`,
      })
    if (!done) return missingRecord(memory, id)
    await publishMemoryEvent(call, id)
    return { id, state: restore ? ('restored' as const) : ('deleted' as const) }
  },
  render: ({ id, state }) =>
    state === 'deleted'
      ? `#${id} is deleted. \`${shell`furrow memory delete ${id} --restore`}\` brings it back.`
      : `#${id} is ${state}.`,
})

export const erase = implement(() => contracts.erase, {
  async run(call, { id }) {
    const memory = memoryIn(call)
    if (!(await memory.remove(id, { hard: true }))) return missingRecord(memory, id)
    await publishMemoryEvent(call, id)
    return { id, state: 'erased' as const }
  },
  render: ({ id }) => `#${id} is erased for good.`,
})

export const relate = implement(() => contracts.relate, {
  async run(call, { from_id: from, to_id: to, relation_type: type, note, bidirectional }) {
    const memory = memoryIn(call)
    if (from === to) return refuse('usage', 'A record cannot stand in relation to itself.', { target: String(from) })
    for (const id of [from, to]) if ((await memory.get(id)) === undefined) return missingRecord(memory, id)
    const pairs = bidirectional
      ? [
          [from, to],
          [to, from],
        ]
      : [[from, to]]
    const made = []
    for (const [source = 0, target = 0] of pairs) {
      const relation = await memory.relate({ from: source, to: target, type, note: note && redactPrivate(note).text })
      if (relation !== 'exists') made.push(viewRelation(relation))
    }
    if (made.length === 0)
      return refuse('conflict', `#${from} ${type} #${to} is known already.`, {
        target: String(from),
        fix: shell`furrow memory get ${from}`,
      })
    await publishMemoryEvent(call, from)
    return { relations: made }
  },
  render: ({ relations }) =>
    relations.map(({ id, from, to, type }) => `#${from} ${type} #${to} (relation ${id})`).join('\n'),
})

export const unrelate = implement(() => contracts.unrelate, {
  async run(call, { id }) {
    if (await memoryIn(call).unrelate(id)) return { id }
    return refuse('not_found', `There is no relation ${id}.`, { target: String(id), fix: shell`furrow memory context` })
  },
  render: ({ id }) => `Relation ${id} is gone.`,
})

/** Erasing is a person's act: asked for here, it goes through that operation's own door. */
async function eraseAs(call: Parameters<typeof publishMemoryEvent>[0], id: number) {
  const outcome = await call.perform('memory.erase', { id })
  if (!outcome.ok) return new Refused(outcome.error)
  return { id, state: 'erased' as const }
}
