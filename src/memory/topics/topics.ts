import { implement } from '../../workspace/call.ts'
import { countTopics } from '../open.ts'
import type { TopicMonth } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { messageOf, viewMemoryProject } from '../view-record.ts'
import * as contracts from './contracts.ts'

export const topics = implement(() => contracts.topics, {
  async run(call, { project: name }) {
    const project = await projectIn(call, name, { onlyShows: true })
    const counts = await countTopics(call, { projects: project.names })
    return { project: viewMemoryProject(project), topics: largestFirst(counts) }
  },
  render: ({ project, topics: all }) =>
    [
      ...messageOf(project),
      ...(all.length === 0 ? [`${project.name} holds no records.`] : []),
      ...all.map(({ topic = 'no topic', records, months }) => {
        const [first, last] = [months[0]?.month, months.at(-1)?.month]
        return `- ${topic}: ${records} (${first === last ? first : `${first} to ${last}`})`
      }),
    ].join('\n'),
})

interface TopicCount {
  readonly topic?: string
  readonly records: number
  readonly months: { month: string; records: number }[]
}

function largestFirst(counts: readonly TopicMonth[]): TopicCount[] {
  const topics = [...new Set(counts.map(({ topic }) => topic))].map(topic => {
    const months = counts.filter(each => each.topic === topic).map(({ month, records }) => ({ month, records }))
    const records = months.reduce((sum, each) => sum + each.records, 0)
    return { ...(topic !== undefined && { topic }), records, months }
  })
  return topics.sort((a, b) => b.records - a.records)
}
