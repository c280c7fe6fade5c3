import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { CardProblem } from '../entities.ts'
import { FeatureId } from '../features/model.ts'
import { ESCALATION_KINDS, EscalationView } from './model.ts'

const EscalationId = Id.describe('The id of an escalation: e-001')

export const raise = contract({
  name: 'escalation.raise',
  summary: 'Ask a person: a secret, a question, a direction, a test by hand. Its feature waits for the answer.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(300),
    kind: z.enum(ESCALATION_KINDS).default('question'),
    context: z.string().max(20_000).optional(),
    feature: FeatureId.optional(),
  }),
  output: EscalationView,
  mounts: {
    mcp: { tool: 'board_escalation', action: 'raise' },
    cli: {
      path: 'escalation raise',
      positionals: ['title'],
      text: 'context',
      example: 'furrow escalation raise "Which provider?" --feature single-sign-on',
    },
    http: { route: 'POST /api/escalations' },
  },
})

export const list = contract({
  name: 'escalation.list',
  summary: 'What a person is asked, open ones first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ status: z.enum(['open', 'resolved']).optional() }),
  output: z.object({ escalations: z.array(EscalationView), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_escalation', action: 'list' },
    cli: { path: 'escalation list', example: 'furrow escalation list --status open' },
    http: { route: 'GET /api/escalations' },
  },
})

export const show = contract({
  name: 'escalation.show',
  summary: 'One escalation with its context and its answer.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: EscalationId }),
  output: EscalationView,
  mounts: {
    mcp: { tool: 'board_escalation', action: 'show' },
    cli: { path: 'escalation show', positionals: ['id'], example: 'furrow escalation show e-001' },
    http: { route: 'GET /api/escalations/:id' },
  },
})

export const resolve = contract({
  name: 'escalation.resolve',
  summary: 'Answer an escalation; what waited for it goes on.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ id: EscalationId, resolution: z.string().trim().min(1).max(20_000) }),
  output: EscalationView,
  mounts: {
    cli: {
      path: 'escalation resolve',
      positionals: ['id', 'resolution'],
      text: 'resolution',
      example: 'furrow escalation resolve e-001 "Keycloak, as the other products do."',
    },
    http: { route: 'POST /api/escalations/:id/resolve' },
  },
})
