import * as z from 'zod'
import { NextStep } from '../lifecycle/next-step.ts'
import { contract } from '../operation/contract.ts'
import { CardProblem } from './entities.ts'
import { EscalationView } from './escalations/model.ts'
import { FeatureRow } from './features/model.ts'
import { PHASES } from './features/phases.ts'

const Count = z.object({ open: z.number(), all: z.number() })

export const list = contract({
  name: 'board.list',
  summary: 'The whole board: features by phase, what a person is asked, and how much else there is.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    phases: z.array(z.object({ phase: z.enum(PHASES), features: z.array(FeatureRow) })),
    escalations: z.array(EscalationView),
    ponders: Count,
    investigations: Count,
    feedback: Count,
    milestones: Count,
    problems: z.array(CardProblem),
  }),
  mounts: {
    mcp: { tool: 'board_list' },
    cli: { path: 'board list', example: 'furrow board list' },
    http: { route: 'GET /api/board' },
  },
})

export const next = contract({
  name: 'board.next',
  summary: 'The one next action on the board: of the current feature, else of the one that is furthest.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ feature: z.string().optional(), next: NextStep }),
  mounts: {
    mcp: { tool: 'board_next' },
    cli: { path: 'board next', example: 'furrow board next' },
    http: { route: 'GET /api/board/next' },
  },
})
