import { refuse } from '../../operation/errors.ts'
import { implement } from '../../workspace/call.ts'
import { identify } from '../../workspace/identity.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import type { Draft, Memory } from '../port.ts'
import { learningsIn } from '../text/passive.ts'
import { clean } from '../text/privacy.ts'
import { normalizeTopicKey, suggestTopicKey } from '../text/topic.ts'
import { time, unknownRecord, viewObservation, viewRelation } from '../view.ts'
import * as contracts from './contracts.ts'

export const save = implement(contracts.save, {
  async run(call, input) {
    const memory = memoryIn(call)
    const { name, resolved_by } = identify(call, input.project)
    const content = clean(input.content)
    if (content.text.trim() === '') return nothingLeft()
    const common = { project: { name, resolved_by }, relations: [], notices: [...content.notices] }
    if (input.save_type === 'prompt') {
      const prompt = await memory.savePrompt({ session_id: input.session_id, project: name, content: content.text })
      await announce(call, prompt.id)
      return { ...common, action: 'created' as const, saved: 1 }
    }
    const draft: Omit<Draft, 'title' | 'content' | 'type'> = {
      session_id: input.session_id,
      project: name,
      scope: input.scope,
      namespace: input.namespace,
      origin: originOf(call),
      expires_at: time(input.expires_at),
      review_after: time(input.review_after),
    }
    if (input.save_type === 'passive') return { ...common, ...(await savePassive(memory, draft, content.text)) }
    if (input.title === undefined)
      return refuse('usage', 'title is required for an observation.', {
        target: 'title',
        fix: 'furrow memory save --help',
      })
    const title = clean(input.title)
    const saved = await memory.save({
      ...draft,
      type: input.type,
      title: title.text.trim() === '' ? 'untitled' : title.text.trim(),
      content: content.text,
      ...(input.topic_key !== undefined && { topic_key: normalizeTopicKey(input.topic_key) }),
    })
    const { observation, action } = saved
    await announce(call, observation.id)
    return {
      ...common,
      action,
      saved: 1,
      observation: viewObservation(observation),
      relations: await relateAll(memory, observation.id, input.relate_to),
      notices: [...title.notices, ...content.notices],
      ...(input.topic_key === undefined && {
        suggested_topic_key: suggestTopicKey({ type: input.type, title: input.title, content: content.text }),
      }),
    }
  },
  render({ action, observation, notices, suggested_topic_key, project, saved }) {
    const what =
      observation === undefined ? `${saved} saved` : `#${observation.id} ${observation.title} (${observation.type})`
    return [
      `${{ created: 'Remembered', updated: 'Updated', duplicate: 'Known already' }[action]}: ${what}`,
      `Project: ${project.name} (by ${project.resolved_by})`,
      ...(observation?.topic_key === undefined ? [] : [`Topic key: ${observation.topic_key}`]),
      ...(suggested_topic_key === undefined ? [] : [`Suggested topic key: ${suggested_topic_key}`]),
      ...notices,
    ].join('\n')
  },
})

async function savePassive(memory: Memory, draft: Omit<Draft, 'title' | 'content' | 'type'>, text: string) {
  const learnings = learningsIn(text)
  let saved = 0
  for (const learning of learnings) {
    const title = learning.length > 60 ? `${learning.slice(0, 57)}...` : learning
    const { action } = await memory.save({ ...draft, type: 'passive', title, content: learning })
    if (action === 'created') saved += 1
  }
  const notices = learnings.length === 0 ? ['There was no "Key Learnings" section with items to keep.'] : []
  return { action: saved > 0 ? ('created' as const) : ('duplicate' as const), saved, notices }
}

async function relateAll(memory: Memory, from: number, targets: readonly number[]) {
  const made = []
  for (const to of targets) {
    if ((await memory.get(to)) === undefined || to === from) throw unknownRecord(to)
    const relation = await memory.relate({ from, to, type: 'relates_to', note: undefined })
    if (relation !== 'exists') made.push(viewRelation(relation))
  }
  return made
}

function nothingLeft() {
  return refuse('usage', 'There is nothing to remember: the text is empty, or all of it is private.', {
    target: 'content',
    fix: 'furrow memory save --help',
  })
}
