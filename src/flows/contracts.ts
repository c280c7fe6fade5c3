import * as z from 'zod'
import { ChangeView, NextStep } from '../changes/model.ts'
import { ChangeSize, ChangeType } from '../changes/show/words.ts'
import { contract } from '../operation/contract.ts'
import { Finding, FolderView, StartProposal, WorkspaceStatus } from './model.ts'

export const status = contract({
  name: 'workspace.status',
  summary: 'What is open here, what waits for you, what happened last.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: WorkspaceStatus,
  mounts: {
    cli: { path: 'status', example: 'furrow status' },
    http: { route: 'GET /api/status' },
    mcp: { tool: 'furrow_status' },
  },
})

export const next = contract({
  name: 'flow.next',
  summary: 'The one next step from here, whatever the state.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    state: z.enum(['damaged', 'change', 'exploration', 'specification', 'request', 'finished', 'paused', 'idle']),
    change: z.string().optional(),
    exploration: z.string().optional(),
    next: NextStep,
  }),
  mounts: {
    cli: { path: 'next', example: 'furrow next' },
    http: { route: 'GET /api/next' },
    mcp: { tool: 'furrow_next' },
  },
})

export const start = contract({
  name: 'flow.start',
  summary:
    'Say what you want to do: Furrow proposes an exploration or a change, with its reasons, and starts it if told to.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    what: z.string().max(20_000).describe('What you want to do, in a sentence.'),
    type: ChangeType.optional().describe('Start a change of this type.'),
    size: ChangeSize.optional().describe('Start a change of this size.'),
    now: z.boolean().default(false).describe('Start what is proposed.'),
  }),
  output: z.object({
    proposal: StartProposal,
    change: ChangeView.optional(),
    exploration: z.string().optional(),
    specification: z.string().optional(),
    next: NextStep,
  }),
  mounts: {
    cli: { path: 'start', positionals: ['what'], example: 'furrow start "Login redirects to the wrong page"' },
    http: { route: 'POST /api/start' },
    mcp: { tool: 'furrow_start' },
  },
})

export const where = contract({
  name: 'workspace.where',
  summary: 'Show and explain the folders that Furrow uses here.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ root: z.string(), repository: z.string(), home: z.string(), folders: z.array(FolderView) }),
  mounts: {
    cli: { path: 'where', example: 'furrow where' },
    http: { route: 'GET /api/where' },
  },
})

export const doctor = contract({
  name: 'doctor.check',
  summary: 'Look for anything that is broken or in the way, with its fix.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ findings: z.array(Finding), healthy: z.boolean(), problems: z.int() }),
  mounts: {
    cli: { path: 'doctor', blocks: 'problems', example: 'furrow doctor' },
    http: { route: 'GET /api/doctor' },
    mcp: { tool: 'furrow_doctor' },
  },
})

export const repair = contract({
  name: 'doctor.repair',
  summary: 'Mend what doctor found and can mend; every replaced file is kept aside.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({}),
  output: z.object({ repaired: z.array(z.string()), left: z.array(Finding) }),
  mounts: {
    cli: { path: 'doctor repair', example: 'furrow doctor repair' },
    http: { route: 'POST /api/doctor/repair' },
  },
})

export const adoptHome = contract({
  name: 'doctor.adopt_home',
  summary: 'Make this FURROW_HOME the one that writes to the repository, although another one does now.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({}),
  output: z.object({ home: z.string(), before: z.string().optional() }),
  mounts: {
    cli: { path: 'doctor adopt-home', example: 'furrow doctor adopt-home' },
    http: { route: 'POST /api/doctor/adopt-home' },
  },
})
