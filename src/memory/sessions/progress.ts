import { implement } from '../../workspace/call.ts'
import { identify } from '../../workspace/identity.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import { clean } from '../text/privacy.ts'
import { normalizeTopicKey } from '../text/topic.ts'
import { renderObservation, viewObservation } from '../view.ts'
import * as contracts from './contracts.ts'

export const progress = implement(contracts.progress, {
  async run(call, { content, project: given, namespace, session_id }) {
    const memory = memoryIn(call)
    const { name, resolved_by } = identify(call, given)
    const project = { name, resolved_by }
    const topic_key = normalizeTopicKey(['progress', ...(namespace === undefined ? [] : [namespace]), name].join('/'))
    const address = { topic_key, project: name, scope: 'project' as const, namespace }
    if (content === undefined || content.trim() === '') {
      const [newest] = (
        await memory.recent({ type: 'progress', projects: [name], namespace }, { limit: 20, offset: 0 })
      ).filter(observation => observation.topic_key === topic_key)
      return {
        project,
        action: 'read' as const,
        notices: [],
        ...(newest !== undefined && { observation: viewObservation(newest) }),
      }
    }
    const { text, notices } = clean(content)
    const { observation, action } = await memory.upsert(address, () => ({
      ...address,
      session_id,
      type: 'progress',
      title: `Progress of ${name}`,
      content: text,
      origin: originOf(call),
    }))
    await announce(call, observation.id)
    return {
      project,
      observation: viewObservation(observation),
      action: action === 'created' ? action : ('updated' as const),
      notices: [...notices],
    }
  },
  render: ({ project, observation, action, notices }) =>
    observation === undefined
      ? `There is no progress note of ${project.name} yet.`
      : [action === 'read' ? '' : `Progress ${action}.`, renderObservation(observation), ...notices].join('\n').trim(),
})
