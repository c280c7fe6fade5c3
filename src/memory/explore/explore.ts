import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import { projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import { formerTopicKey, suggestTopicKey } from '../text/topic.ts'
import { sayOther, viewMemoryProject } from '../view-record.ts'
import * as contracts from './contracts.ts'
import {
  type ExplorationField,
  type ExplorationFields,
  FIELDS,
  hasContent,
  mergeFields,
  parseFields,
  renderFields,
} from './fields.ts'
import { renderExplore } from './render-explore.ts'
import { suggestSize, suggestType } from './suggest.ts'

export const explore = implement(() => contracts.explore, {
  async run(call, input) {
    const title = redactPrivate(input.title)
    if (title.text.trim() === '') return refuse('usage', 'title is required', { target: 'title', fix: HELP })
    const { fields: added, notices } = cleanFields(input)
    if (!hasContent(added)) return refuse('usage', NEEDS_CONTENT, { fix: HELP })
    const project = await projectIn(call, input.project)
    const named = { type: 'explore', title: title.text }
    const topic_key = suggestTopicKey(named)
    const derived = { title: title.text, former_key: formerTopicKey(named) }
    const address = {
      topic_key,
      derived,
      project: project.name,
      also: project.names,
      scope: input.scope,
      namespace: undefined,
    }
    const kept: string[] = []
    const { observation, action, other } = await memoryIn(call).upsert(address, existing => {
      const known = existing === undefined ? {} : (existing.fields ?? parseFields(existing.content))
      // A text that cannot be read back was written by other means; it stays as a revision and is said to the caller.
      if (existing !== undefined && known === undefined)
        kept.push(`The text that was there had no fields; it is revision #${existing.revision_count} now.`)
      const fields = mergeFields(known ?? {}, added)
      const content = renderFields(fields)
      return {
        ...address,
        session_id: input.session_id,
        type: 'explore',
        title: title.text.trim(),
        content,
        fields,
        origin: recordOrigin(call),
      }
    })
    await publishMemoryEvent(call, observation.id)
    const merged = observation.fields ?? added
    const [type, size] = [suggestType(merged), suggestSize(merged)]
    return {
      id: observation.id,
      title: observation.title,
      topic_key: observation.topic_key ?? topic_key,
      action: action === 'created' ? ('created' as const) : ('updated' as const),
      revision: observation.revision_count,
      content: observation.content,
      project: viewMemoryProject(project),
      suggestion: {
        type: type.value,
        type_because: [...type.because],
        size: size.value,
        size_because: [...size.because],
      },
      notices: [...title.notices, ...notices, ...kept, ...sayOther(observation, other)],
    }
  },
  render: renderExplore,
})

const HELP = shell`furrow memory explore --help`
const NEEDS_CONTENT = `At least one context field (${FIELDS.join(', ')}) is required`

function cleanFields(input: Partial<Record<ExplorationField, string | undefined>>): {
  fields: ExplorationFields
  notices: string[]
} {
  const fields: Partial<Record<ExplorationField, string>> = {}
  const notices = new Set<string>()
  for (const field of FIELDS) {
    const given = input[field]
    if (given === undefined || given.trim() === '') continue
    const cleaned = redactPrivate(given)
    cleaned.notices.forEach(notice => {
      notices.add(notice)
    })
    if (cleaned.text.trim() !== '') fields[field] = cleaned.text
  }
  return { fields, notices: [...notices] }
}
