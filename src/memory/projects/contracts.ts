import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { MemoryProjectView, RecordId } from '../model.ts'

const IdentityView = z.object({
  name: z.string(),
  aliases: z.array(z.string()).describe('Other names that its folders and remotes had.'),
  merged: z.array(z.string()).describe('Names whose records are found as its own.'),
  roots: z.array(z.string()).describe('Root commits by which it is recognised.'),
  paths: z.array(z.string()).describe('Where it was used, newest first.'),
  records: z.number(),
  last_use: z.string().optional(),
  is_here: z.boolean(),
})

export const list = contract({
  name: 'memory.projects',
  summary: 'List the projects that memory knows, and by what it recognises them.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ project: MemoryProjectView, projects: z.array(IdentityView) }),
  mounts: {
    mcp: { tool: 'mem_projects', action: 'list' },
    cli: { path: 'memory projects', example: 'furrow memory projects' },
    http: { route: 'GET /api/memory/projects' },
  },
})

export const merge = contract({
  name: 'memory.projects_merge',
  summary: 'Find the records of one project as those of another; split undoes it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    from: Label.describe('The project whose records move.'),
    into: Label.describe('The project that has them from now on.'),
  }),
  output: z.object({ from: z.string(), into: z.string(), records: z.number() }),
  mounts: {
    mcp: { tool: 'mem_projects', action: 'merge' },
    cli: {
      path: 'memory projects merge',
      positionals: ['from', 'into'],
      example: 'furrow memory projects merge old-shop shop',
    },
    http: { route: 'POST /api/memory/projects/merge' },
  },
})

export const split = contract({
  name: 'memory.projects_split',
  summary: 'Undo a merge, give this workspace a project of its own, or move records to another project.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Label.optional().describe(
      'A project that was merged, or with ids the one that has them; without it, the one of this workspace.',
    ),
    as: Label.optional().describe('The name of the new project; needed with ids, then also one that there is.'),
    ids: z.array(RecordId).max(500).default([]).describe('Only these records move; the workspace keeps its project.'),
  }),
  output: z.object({
    name: z.string(),
    from: z.string().describe('The project that it was part of.'),
    records: z.number(),
    left: z.number().describe('How many records stay in the other project.'),
    moved: z.array(z.number()),
    undo: PastedCommand.describe('The command that undoes it.'),
  }),
  mounts: {
    mcp: { tool: 'mem_projects', action: 'split' },
    cli: {
      path: 'memory projects split',
      positionals: ['name'],
      example: 'furrow memory projects split --as shop-fork',
    },
    http: { route: 'POST /api/memory/projects/split' },
  },
})
