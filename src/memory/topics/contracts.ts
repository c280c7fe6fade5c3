import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { MemoryProjectView, Project } from '../model.ts'

const MonthView = z.object({ month: z.string().describe('2026-01'), records: z.number() })

export const topics = contract({
  name: 'memory.topics',
  summary: 'How many records each topic has, month by month, the largest topic first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project.optional() }),
  output: z.object({
    project: MemoryProjectView,
    topics: z.array(
      z.object({
        topic: z.string().optional().describe('The first part of the topic keys; left out for records without one.'),
        records: z.number(),
        months: z.array(MonthView).describe('Months in which records were made, the oldest first.'),
      }),
    ),
  }),
  mounts: {
    mcp: { tool: 'mem_topics' },
    cli: { path: 'memory topics', example: 'furrow memory topics' },
    http: { route: 'GET /api/memory/topics' },
  },
})
