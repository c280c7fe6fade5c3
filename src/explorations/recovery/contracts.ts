import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { ProjectView } from '../model.ts'

export const adopt = contract({
  name: 'exploration.adopt',
  summary:
    'Go on with .sow/project as it is on disk: an older or merged state.yaml, a log that differs, a missing state file.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({}),
  output: ProjectView.extend({ changes: z.array(z.string()) }),
  mounts: {
    mcp: { tool: 'exploration_repair', action: 'adopt' },
    cli: { path: 'explore adopt', example: 'furrow explore adopt' },
    http: { route: 'POST /api/explorations/adopt' },
  },
})

export const rebind = contract({
  name: 'exploration.rebind',
  summary: 'Let the exploration belong to the branch that is checked out, after a rename for example.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({}),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_repair', action: 'rebind' },
    cli: { path: 'explore rebind', example: 'furrow explore rebind' },
    http: { route: 'POST /api/explorations/rebind' },
  },
})

export const settle = contract({
  name: 'exploration.settle',
  summary: 'Archive an exploration that is not worked on here, such as one that a merge brought to main.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    reason: z.string().min(1).max(2000).optional().describe('Why; it is kept in the log.'),
    commit: z.boolean().default(false).describe('Commit the removal of .sow/project from this branch.'),
  }),
  output: z.object({
    name: z.string(),
    state: z.string(),
    archive: z.string(),
    /** The commit that takes the folder off the branch; without one it is still to be made. */
    commit: z.string().optional(),
    uncommitted: z.boolean(),
  }),
  mounts: {
    mcp: { tool: 'exploration_repair', action: 'settle' },
    cli: { path: 'explore settle', example: 'furrow explore settle --commit' },
    http: { route: 'POST /api/explorations/settle' },
  },
})

export const share = contract({
  name: 'exploration.share',
  summary: 'Commit .sow/project on its branch, so that somebody else can go on from a clone; --push also pushes.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ push: z.boolean().default(false).describe('Push the branch, fast-forward only.') }),
  output: z.object({
    branch: z.string(),
    /** None when nothing had changed. */
    commit: z.string().optional(),
    files: z.array(z.string()),
    /** The files were taken off the branch. */
    removed: z.boolean().optional(),
    pushed: z.string().optional(),
    /** The branch of the remote that still holds what was removed here. */
    unpushed: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'exploration_repair', action: 'share' },
    cli: { path: 'explore share', example: 'furrow explore share --push' },
    http: { route: 'POST /api/explorations/share' },
  },
})
