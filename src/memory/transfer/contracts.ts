import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { LocalPath } from '../../operation/ids.ts'
import { Project } from '../model.ts'

const Counts = z.object({
  added: z.number(),
  known: z.number(),
  skipped: z.array(z.string()),
  notices: z.array(z.string()),
})

export const exportAll = contract({
  name: 'memory.export',
  summary: 'Print memory as JSONL that git can compare; nothing is left out.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    project: Project.optional(),
    all_projects: z.boolean().default(false).describe('The records of every project.'),
  }),
  output: z.object({ jsonl: z.string(), rows: z.number() }),
  mounts: {
    cli: { path: 'memory export', example: 'furrow memory export --all-projects > memory.jsonl' },
    http: { route: 'GET /api/memory/export' },
  },
})

export const importText = contract({
  name: 'memory.import',
  summary: 'Add the records of an export, or of the reference server’s memory.jsonl; doing it twice changes nothing.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    content: z.string().describe('The JSONL; @file reads a file.'),
    project: Project.optional(),
  }),
  output: Counts,
  mounts: {
    cli: {
      path: 'memory import',
      positionals: ['content'],
      text: 'content',
      example: 'furrow memory import @memory.jsonl',
    },
    http: { route: 'POST /api/memory/import' },
  },
})

export const importDatabase = contract({
  name: 'memory.import_database',
  summary: 'Add the records of a Hoofy or engram database; the file is only read.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ file: LocalPath.describe('Such as ~/.hoofy/memory.db.'), project: Project.optional() }),
  output: Counts,
  mounts: {
    cli: {
      path: 'memory import-database',
      positionals: ['file'],
      example: 'furrow memory import-database ~/.engram/engram.db',
    },
    http: { route: 'POST /api/memory/import-database' },
  },
})
