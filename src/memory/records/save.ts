import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import type { Draft, Memory } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { learningsIn } from '../text/passive.ts'
import { clean } from '../text/privacy.ts'
import { formerTopicKey, normalizeTopicKey, suggestTopicKey } from '../text/topic.ts'
import { messageOf, sayOther, time, viewObservation, viewProject, viewRelation } from '../view.ts'
import * as contracts from './contracts.ts'
import { nearTo, sayNear } from './near.ts'

export const save = implement(contracts.save, {
  async run(call, input) {
    const memory = memoryIn(call)
    const project = await projectIn(call, input.project)
    const { name } = project
    const content = clean(input.content)
    if (content.text.trim() === '') return nothingLeft()
    for (const id of input.relate_to) if ((await memory.get(id)) === undefined) return missingRecord(memory, id)
    const common = { project: viewProject(project), relations: [], near: [], notices: [...content.notices] }
    if (input.save_type === 'prompt') {
      const prompt = await memory.savePrompt({ session_id: input.session_id, project: name, content: content.text })
      await announce(call, prompt.id)
      return { ...common, action: 'created' as const, saved: 1 }
    }
    const draft: Omit<Draft, 'title' | 'content' | 'type'> = {
      session_id: input.session_id,
      project: name,
      also: project.names,
      scope: input.scope,
      namespace: input.namespace,
      origin: { ...originOf(call), ...(input.source !== undefined && { source: input.source }) },
      expires_at: time(input.expires_at),
      review_after: time(input.review_after),
    }
    if (input.save_type === 'passive') {
      const { last, ...passive } = await savePassive(memory, draft, content.text)
      if (last !== undefined) await announce(call, last)
      return { ...common, ...passive, notices: [...common.notices, ...passive.notices] }
    }
    if (input.title === undefined)
      return refuse('usage', 'title is required for an observation.', {
        target: 'title',
        fix: shell`furrow memory save --help`,
      })
    const title = clean(input.title)
    const suggested = suggestTopicKey({ type: input.type, title: title.text, content: content.text })
    const topic_key = input.topic_key ?? (input.upsert ? suggested : undefined)
    const derived =
      input.topic_key === undefined && input.upsert
        ? { title: title.text, former_key: formerTopicKey({ ...input, title: title.text, content: content.text }) }
        : undefined
    const saved = await memory.save({
      ...draft,
      type: input.type,
      title: title.text.trim() === '' ? 'untitled' : title.text.trim(),
      content: content.text,
      ...(topic_key !== undefined && { topic_key: normalizeTopicKey(topic_key), derived }),
    })
    const { observation, action, other, former_title } = saved
    await announce(call, observation.id)
    return {
      ...common,
      action,
      saved: 1,
      observation: viewObservation(observation),
      relations: await relateAll(memory, observation.id, input.relate_to),
      near: action === 'duplicate' ? [] : await nearTo(memory, observation, project.names),
      notices: [
        ...title.notices,
        ...content.notices,
        ...sayOther(observation, other),
        ...sayFormerTitle(observation, former_title),
      ],
      ...(topic_key === undefined && { suggested_topic_key: suggested }),
    }
  },
  render({ action, observation, notices, near, suggested_topic_key, project, saved }) {
    const what =
      observation === undefined ? `${saved} saved` : `#${observation.id} ${observation.title} (${observation.type})`
    return [
      `${{ created: 'Remembered', updated: 'Updated', duplicate: 'Known already' }[action]}: ${what}`,
      `Project: ${project.name} (by ${project.resolved_by})`,
      ...messageOf(project),
      ...(observation?.topic_key === undefined ? [] : [`Topic key: ${observation.topic_key}`]),
      ...(suggested_topic_key === undefined ? [] : [`Suggested topic key: ${suggested_topic_key}`]),
      ...notices,
      ...(observation === undefined ? [] : sayNear(observation.id, near)),
    ].join('\n')
  },
})

async function savePassive(memory: Memory, draft: Omit<Draft, 'title' | 'content' | 'type'>, text: string) {
  const learnings = learningsIn(text)
  let saved = 0
  let last: number | undefined
  for (const learning of learnings) {
    const title = learning.length > 60 ? `${learning.slice(0, 57)}...` : learning
    const { action, observation } = await memory.save({
      ...draft,
      type: 'passive',
      title,
      content: learning,
      once: true,
    })
    if (action !== 'created') continue
    saved += 1
    last = observation.id
  }
  const notices = learnings.length === 0 ? ['There was no "Key Learnings" section with items to keep.'] : []
  return { action: saved > 0 ? ('created' as const) : ('duplicate' as const), saved, notices, last }
}

/** A key that was given says which record is meant; that it was about something else is worth a word. */
function sayFormerTitle({ id }: { readonly id: number }, title: string | undefined): string[] {
  if (title === undefined) return []
  return [`#${id} had the title "${title}"; that text is kept: \`${shell`furrow memory history ${id}`}\`.`]
}

async function relateAll(memory: Memory, from: number, targets: readonly number[]) {
  const made = []
  for (const to of targets) {
    if (to === from) continue
    const relation = await memory.relate({ from, to, type: 'relates_to', note: undefined })
    if (relation !== 'exists') made.push(viewRelation(relation))
  }
  return made
}

function nothingLeft() {
  return refuse('usage', 'There is nothing to remember: the text is empty, or all of it is private.', {
    target: 'content',
    fix: shell`furrow memory save --help`,
  })
}
