import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'
import { ADR_STATUSES } from './document.ts'

const AdrRow = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  status: z.string(),
  change: z.string().optional(),
  /** Where its own file does not say so, because it is archived. */
  superseded_by: z.string().optional(),
})

/** A decision that lies in no file. */
const RememberedAdr = z.object({
  memory: z.int(),
  title: z.string(),
  status: z.string(),
  missing: z.string().optional().describe('The file that it had, which is not here.'),
})

const Status = z.enum(ADR_STATUSES, {
  error: ({ input }) => `invalid ADR status "${String(input)}": must be one of: ${ADR_STATUSES.join(', ')}`,
})

const Body = z.string().max(50_000)

export const record = contract({
  name: 'adr.record',
  summary:
    'Record an architecture decision (needs title, context, decision, rationale), or update one by id: what is not named stays as it is.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().max(200).default('').describe('Short title, such as "Use PostgreSQL over MongoDB".'),
    id: Label.optional().describe('The decision to update: ADR-007, or its title.'),
    context: Body.default('').describe('The problem that led to the decision.'),
    decision: Body.default(''),
    rationale: Body.default('').describe('Why.'),
    alternatives_rejected: Body.optional().describe('And why not.'),
    status: Status.optional().describe('A new decision is accepted.'),
    supersedes: Label.optional().describe('The decision that this one replaces.'),
  }),
  output: z.object({
    id: z.string().optional(),
    title: z.string(),
    status: z.enum(ADR_STATUSES),
    action: z.enum(['created', 'updated', 'unchanged']),
    path: z.string().optional(),
    change: z.string().optional(),
    memory: z.object({ id: z.number().optional(), topic_key: z.string(), problem: z.string().optional() }),
    notices: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'sdd_adr', action: 'record', otherwise: true },
    cli: {
      path: 'adr record',
      positionals: ['title'],
      example:
        'furrow adr record "Keep state in SQLite" --context "Several processes write" --decision "One WAL database" --rationale "The kernel frees its locks"',
    },
    http: { route: 'POST /api/adrs' },
  },
})

export const list = contract({
  name: 'adr.list',
  summary: 'List the recorded decisions, newest first, those kept only in memory too.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    adrs: z.array(AdrRow),
    /** In a file of another worktree of this repository. */
    elsewhere: z.array(AdrRow.extend({ worktree: z.string() })),
    remembered: z.array(RememberedAdr),
    notices: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'sdd_adr', action: 'list', brief: '' },
    cli: { path: 'adr list', example: 'furrow adr list' },
    http: { route: 'GET /api/adrs' },
  },
})

export const show = contract({
  name: 'adr.show',
  summary: 'Show one recorded decision.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: Label.describe('ADR-001, a title, or #12 for one that is only in memory.') }),
  output: AdrRow.partial({ id: true, path: true }).extend({
    memory: z.int().optional(),
    missing: z.string().optional(),
    content: z.string(),
    revision: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'sdd_adr', action: 'show', brief: '' },
    cli: { path: 'adr show', positionals: ['id'], example: 'furrow adr show ADR-001' },
    http: { route: 'GET /api/adrs/:id' },
  },
})
