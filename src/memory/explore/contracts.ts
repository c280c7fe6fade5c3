import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { MAX_FIELD, MemoryProjectView, Project, ScopeName, SessionName } from '../model.ts'

const field = (what: string) => z.string().max(MAX_FIELD).optional().describe(what)

/** Title and fields are checked by the implementation, whose messages the seed fixes. */
export const explore = contract({
  name: 'memory.explore',
  summary: 'Keep goals, constraints, preferences, unknowns, decisions and context before a pipeline starts.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().max(200).describe('Short title; the same title again adds to it.'),
    goals: field('What the user wants to achieve.'),
    constraints: field('Technical, business or time limits.'),
    preferences: field('Architecture, stack and patterns preferred.'),
    unknowns: field('What is still unclear.'),
    decisions: field('Choices already made.'),
    context: field('Anything else worth knowing.'),
    project: Project.optional(),
    scope: ScopeName.default('project'),
    session_id: SessionName,
  }),
  output: z.object({
    id: z.number(),
    title: z.string(),
    topic_key: z.string(),
    action: z.enum(['created', 'updated']),
    revision: z.number(),
    content: z.string(),
    project: MemoryProjectView,
    suggestion: z.object({
      type: z.enum(['feature', 'fix', 'refactor', 'enhancement']),
      type_because: z.array(z.string()),
      size: z.enum(['small', 'medium', 'large']),
      size_because: z.array(z.string()),
    }),
    notices: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'sdd_explore' },
    cli: {
      path: 'memory explore',
      positionals: ['title'],
      example: 'furrow memory explore "Single sign-on" --goals "Staff sign in once" --unknowns "Which provider?"',
    },
    http: { route: 'POST /api/memory/explore' },
  },
})
