import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id, Label, RepoPath } from '../../operation/ids.ts'
import { OtherProject, ProjectView, Prose, TaskId } from '../model.ts'
import { Confidence, EvidenceView, Excerpt, InputView, SourceText, SourceView, WouldChange } from './model.ts'

const MOST_KEPT = 200_000

const SourceIds = z.array(Id).max(100).optional().describe('Ids of sources, such as s1.')

export const cite = contract({
  name: 'exploration.cite',
  summary: 'Keep where a finding comes from: lines of a file, an address with an excerpt, a run, a memory record.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    source: SourceText,
    excerpt: Excerpt.optional().describe('The words that are relied on; an address needs them.'),
    copy: z
      .string()
      .max(MOST_KEPT)
      .optional()
      .describe('The text of the page, kept beside the excerpt; without it the excerpt is kept.'),
    read_on: z.iso.date().optional().describe('The day on which the address was read; today without it.'),
    title: Label.optional().describe('What the source is called.'),
    task: TaskId.optional().describe('The topic that it is about.'),
    note: z.string().trim().min(1).max(2000).optional().describe('What it shows.'),
  }),
  output: z.object({ source: SourceView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'cite' },
    cli: {
      path: 'explore cite',
      positionals: ['source'],
      text: 'copy',
      example: 'furrow explore cite src/login.ts:3-9 --task 001',
    },
    http: { route: 'POST /api/explorations/sources' },
  },
})

export const conclude = contract({
  name: 'exploration.conclude',
  summary: 'Say what follows, how sure that is and what would change it: for a topic, or across topics.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    text: Prose.min(1).describe('What follows from what was found.'),
    confidence: Confidence.describe('How sure it is.'),
    would_change: WouldChange.describe('What would have to be found for it to change.'),
    sources: SourceIds,
    id: Id.optional().describe('A topic, whose outcome it becomes, or a conclusion to replace.'),
  }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'conclude' },
    cli: {
      path: 'explore conclude',
      positionals: ['text'],
      text: 'text',
      example:
        'furrow explore conclude "The device flow fits." --id 001 --confidence high --would-change "A browser on every machine." --sources s1',
    },
    http: { route: 'POST /api/explorations/conclusions' },
  },
})

export const withdraw = contract({
  name: 'exploration.withdraw',
  summary: 'Take back a source, a conclusion or an input document; the log keeps what it was.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: Id.describe('Such as s1, c1 or i1.') }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'withdraw' },
    cli: { path: 'explore withdraw', positionals: ['id'], example: 'furrow explore withdraw s1' },
    http: { route: 'POST /api/explorations/evidence/:id/withdraw' },
  },
})

export const attach = contract({
  name: 'exploration.attach',
  summary: 'Attach a document of the repository that the research starts from; the brief lists it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    path: RepoPath.describe('From the root of the repository.'),
    note: z.string().trim().min(1).max(2000).optional().describe('What it is read for.'),
  }),
  output: z.object({ input: InputView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'attach' },
    cli: {
      path: 'explore attach',
      positionals: ['path'],
      example: 'furrow explore attach docs/login.md --note "What we promised partners."',
    },
    http: { route: 'POST /api/explorations/inputs' },
  },
})

export const check = contract({
  name: 'exploration.check',
  summary:
    'Check the evidence: do sources still say what was cited, which claims have none, how sure is each conclusion.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject }),
  output: EvidenceView.extend({ name: z.string(), holds: z.boolean(), warnings: z.array(z.string()) }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'check', otherwise: true },
    cli: { path: 'explore check', positionals: ['project'], example: 'furrow explore check' },
    http: { route: 'GET /api/explorations/evidence' },
  },
})
