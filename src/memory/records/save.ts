import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import type { Memory, RecordDraft } from '../port.ts'
import { type ProjectHere, projectIn } from '../projects/identity.ts'
import { type Learnings, learningsIn } from '../text/key-learnings.ts'
import { redactPrivate } from '../text/privacy.ts'
import { formerTopicKey, normalizeTopicKey, suggestTopicKey } from '../text/topic.ts'
import { displayTime, messageOf, sayOther, viewMemoryProject, viewRelation, viewWritten } from '../view-record.ts'
import { citeFiles } from './cited-files.ts'
import * as contracts from './contracts.ts'
import { describeSimilar, similarRecords } from './similar-records.ts'
import { validityOf } from './validity.ts'

export const save = implement(() => contracts.save, {
  async run(call, input) {
    const memory = memoryIn(call)
    const project = await projectIn(call, input.project)
    const { name } = project
    const content = redactPrivate(input.content)
    if (content.text.trim() === '') return nothingLeft()
    for (const id of input.relate_to) if ((await memory.get(id)) === undefined) return missingRecord(memory, id)
    const dates = validityOf(input)
    if (isRefused(dates)) return dates
    const files = citeFiles(call, input.files)
    if (isRefused(files)) return files
    const common = {
      project: viewMemoryProject(project),
      relations: [],
      near: [],
      notices: [...content.notices, ...(input.project === undefined ? [] : await sayNewProject(memory, project))],
    }
    if (input.save_type === 'prompt') {
      const prompt = await memory.savePrompt({ session_id: input.session_id, project: name, content: content.text })
      await publishMemoryEvent(call, prompt.id)
      return { ...common, action: 'created' as const, saved: 1 }
    }
    const draft: Omit<RecordDraft, 'title' | 'content' | 'type'> = {
      session_id: input.session_id,
      project: name,
      also: project.names,
      scope: input.scope,
      namespace: input.namespace,
      origin: { ...recordOrigin(call), ...(input.source !== undefined && { source: input.source }) },
      expires_at: displayTime(input.expires_at),
      review_after: displayTime(input.review_after),
      ...dates,
      files,
    }
    if (input.save_type === 'passive') {
      const { last, ...passive } = await savePassive(memory, draft, content.text)
      if (last !== undefined) await publishMemoryEvent(call, last)
      return { ...common, ...passive, notices: [...common.notices, ...passive.notices] }
    }
    if (input.title === undefined)
      return refuse('usage', 'title is required for an observation.', {
        target: 'title',
        fix: shell`furrow memory save --help`,
      })
    const title = redactPrivate(input.title)
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
    await publishMemoryEvent(call, observation.id)
    return {
      ...common,
      action,
      saved: 1,
      observation: viewWritten(observation),
      relations: await relateAll(memory, observation.id, input.relate_to),
      near: action === 'duplicate' ? [] : await similarRecords(memory, observation, project.names),
      notices: [
        ...title.notices,
        ...common.notices,
        ...sayOther(observation, other),
        ...sayFormerTitle(observation, former_title),
      ],
      ...(topic_key === undefined && { suggested_topic_key: suggested }),
    }
  },
  render({ action, observation, notices, near, suggested_topic_key, project, saved }) {
    const done = { created: 'Remembered', updated: 'Updated', duplicate: 'Known already' }[action]
    const items = saved === 0 ? 'Nothing was saved' : `Remembered: ${saved} saved`
    return [
      observation === undefined ? items : `${done}: #${observation.id} ${observation.title} (${observation.type})`,
      `Project: ${project.name} (by ${project.resolved_by})`,
      ...messageOf(project),
      ...(observation?.topic_key === undefined ? [] : [`Topic key: ${observation.topic_key}`]),
      ...(suggested_topic_key === undefined ? [] : [`Suggested topic key: ${suggested_topic_key}`]),
      ...notices,
      ...(observation === undefined ? [] : describeSimilar(observation.id, near)),
    ].join('\n')
  },
})

/** A name that was mistyped would begin a project of its own. */
async function sayNewProject(memory: Memory, { name, names }: ProjectHere): Promise<string[]> {
  if (await memory.holdsRecords(names)) return []
  const near = await memory.projectsLike(name)
  return near.length === 0
    ? []
    : [`${name} is a new project. Projects with similar names hold records: ${near.join(', ')}.`]
}

async function savePassive(memory: Memory, draft: Omit<RecordDraft, 'title' | 'content' | 'type'>, text: string) {
  const learnings = learningsIn(text)
  let saved = 0
  let last: number | undefined
  for (const learning of learnings?.items ?? []) {
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
  const action = saved > 0 ? ('created' as const) : ('duplicate' as const)
  return { action, saved, notices: sayLeftOut(learnings, saved), last }
}

function sayLeftOut(learnings: Learnings | undefined, saved: number): string[] {
  if (learnings === undefined)
    return ['There is no "Key Learnings" section: a heading "## Key Learnings", and its items as a list.']
  const { items, short } = learnings
  const known = items.length - saved
  return [
    ...(items.length + short.length === 0 ? ['The "Key Learnings" section has no items: write them as a list.'] : []),
    ...(known > 0 ? [`Known already: ${known} of ${items.length}.`] : []),
    ...(short.length > 0
      ? [`Too short to be understood later, so not saved: ${short.map(each => `"${each}"`).join(', ')}.`]
      : []),
  ]
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
