import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { BudgetAccount, BudgetLimits } from './model.ts'

export const show = contract({
  name: 'budget.show',
  summary: 'What agents and all that they start have used of their budgets: by run, feature and stage of a change.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    run: Id.optional().describe('Only what this run shares in.'),
    feature: Id.optional().describe('Only this feature.'),
    change: Id.optional().describe('Only this change, by stage.'),
  }),
  output: z.object({
    /** What a run may use that is started now. */
    run_limits: BudgetLimits,
    accounts: z.array(BudgetAccount),
  }),
  mounts: {
    cli: { path: 'budget', example: 'furrow budget --change fix-the-login' },
    http: { route: 'GET /api/budget' },
    mcp: { tool: 'agent_runs', action: 'budget' },
  },
})
