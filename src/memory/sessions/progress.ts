import { implement } from '../../workspace/call.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import { projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import { normalizeTopicKey } from '../text/topic.ts'
import { messageOf, renderObservation, viewMemoryProject, viewObservation } from '../view-record.ts'
import * as contracts from './contracts.ts'

export const progress = implement(() => contracts.progress, {
  async run(call, { content, project: given, namespace, session_id }) {
    const memory = memoryIn(call)
    const found = await projectIn(call, given)
    const { name, names } = found
    const project = viewMemoryProject(found)
    const topic_key = normalizeTopicKey(['progress', ...(namespace === undefined ? [] : [namespace]), name].join('/'))
    const address = { topic_key, project: name, also: names, scope: 'project' as const, namespace }
    if (content === undefined || content.trim() === '') {
      const [newest] = (
        await memory.recent({ type: 'progress', projects: names, namespace }, { limit: 20, offset: 0 })
      ).filter(observation => observation.topic_key === topic_key)
      return {
        project,
        action: 'read' as const,
        notices: [],
        ...(newest !== undefined && { observation: viewObservation(newest) }),
      }
    }
    const { text, notices } = redactPrivate(content)
    const { observation, action } = await memory.upsert(address, () => ({
      ...address,
      session_id,
      type: 'progress',
      title: `Progress of ${name}`,
      content: text,
      origin: recordOrigin(call),
    }))
    await publishMemoryEvent(call, observation.id)
    return {
      project,
      observation: viewObservation(observation),
      action: action === 'created' ? action : ('updated' as const),
      notices: [...notices],
    }
  },
  render: ({ project, observation, action, notices }) =>
    [
      ...messageOf(project),
      ...(observation === undefined
        ? [`There is no progress note of ${project.name} yet.`]
        : [...(action === 'read' ? [] : [`Progress ${action}.`]), renderObservation(observation), ...notices]),
    ].join('\n'),
})
