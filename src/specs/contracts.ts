import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, Label } from '../operation/ids.ts'
import { choiceOf } from '../operation/names/choices.ts'
import { FindingView, MODES, SPEC_VERDICTS, SpecContext, SpecView } from './model.ts'
import { SPEC_STAGES, STAGE_NAMES, TABLE, type WrittenStage } from './stages.ts'
import { Trace } from './trace/model.ts'

const Text = z.string().max(200_000, 'is longer than 200,000 characters; nothing was written')
const StageName = choiceOf(z.string().max(60).describe('A stage, or the name of its file.'), STAGE_NAMES)
const overwrite = z
  .boolean()
  .default(false)
  .describe('Replace a file that you or somebody else wrote by hand; its text is kept beside it.')

type StageTable = typeof TABLE
type StageField<S extends WrittenStage> = StageTable[S]['fields'][number]
type RequiredKey<S extends WrittenStage> = Extract<StageField<S>, { readonly required: true }>['key']
type OptionalKey<S extends WrittenStage> = Exclude<StageField<S>['key'], RequiredKey<S>>
type Inputs<S extends WrittenStage> = { [K in RequiredKey<S>]: z.ZodString } & {
  [K in OptionalKey<S>]: z.ZodOptional<z.ZodString>
}

/** The inputs of a stage from its row of the table. */
function inputs<S extends WrittenStage>(stage: S): Inputs<S> {
  const entries = TABLE[stage].fields.map(field => {
    const text = Text.describe(capital(field.asks))
    return [field.key, 'required' in field ? text : text.optional()]
  })
  return Object.fromEntries(entries) as Inputs<S>
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export const init = contract({
  name: 'spec.init',
  summary: 'Begin the specification of a new project; guided explains each section, expert does not.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Label.describe('The name of the project.'),
    description: z.string().max(20_000).describe('What it should be, in a sentence or two.'),
    mode: z.enum(MODES).default('guided').describe('guided passes the Clarity Gate at 70, expert at 50.'),
  }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'init', brief: 'begin a project', also: { tool: 'sdd_init_project' } },
    cli: {
      path: 'spec init',
      positionals: ['name', 'description'],
      example: 'furrow spec init "Reading list" "Keeps articles to be read offline"',
    },
    http: { route: 'POST /api/specs/init' },
  },
})

export const propose = contract({
  name: 'spec.propose',
  summary: 'Stage 1: save the proposal.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...inputs('propose'), overwrite }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'propose', brief: 'stage 1', also: { tool: 'sdd_create_proposal' } },
    cli: {
      path: 'spec propose',
      example:
        'furrow spec propose --problem-statement "Links get lost" --target-users Commuters --proposed-solution "One list" --success-criteria "80 % are opened"',
    },
    http: { route: 'POST /api/specs/propose' },
  },
})

export const specify = contract({
  name: 'spec.specify',
  summary: 'Stage 2: save the requirements; items without an id are given one.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...inputs('specify'), overwrite }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'specify', brief: 'stage 2', also: { tool: 'sdd_generate_requirements' } },
    cli: {
      path: 'spec specify',
      example:
        'furrow spec specify --must-have "- The system shall store articles." --should-have None --non-functional "- A list of 1,000 is shown within 200 ms."',
    },
    http: { route: 'POST /api/specs/specify' },
  },
})

export const rules = contract({
  name: 'spec.rules',
  summary: 'Stage 3: save the business rules; constraints and derivations without an id are given one.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...inputs('business-rules'), overwrite }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'rules', brief: 'stage 3', also: { tool: 'sdd_create_business_rules' } },
    cli: {
      path: 'spec rules',
      example:
        'furrow spec rules --definitions "- **Article**: a saved text" --facts "- A list has articles." --constraints "- When an article is read, Then it is archived."',
    },
    http: { route: 'POST /api/specs/business-rules' },
  },
})

export const clarify = contract({
  name: 'spec.clarify',
  summary: 'Stage 4: the Clarity Gate. Without answers, what to ask; with answers and scores, one more round.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    answers: Text.optional().describe('The questions that were asked, with their answers.'),
    dimension_scores: z
      .union([z.string().max(2000), z.record(z.string().max(60), z.union([z.number(), z.string().max(20)]))])
      .optional()
      .describe('target_users:80,security:60; dimensions left out keep their scores.'),
    evidence: z
      .union([z.string().max(20_000), z.record(z.string().max(60), z.string().max(5000))])
      .optional()
      .describe('Per dimension the ids or the quotation that the score stands on.'),
    overwrite,
  }),
  output: SpecView,
  mounts: {
    mcp: {
      tool: 'sdd_spec',
      action: 'clarify',
      brief: 'stage 4, answers and scores; without, what to ask',
      also: { tool: 'sdd_clarify' },
    },
    cli: {
      path: 'spec clarify',
      text: 'answers',
      objects: { dimension_scores: 'pairs', evidence: 'pairs' },
      example:
        'furrow spec clarify --answers "Offline? Yes." --dimension-scores edge_cases:80 --evidence edge_cases=FR-001',
    },
    http: { route: 'POST /api/specs/clarify' },
  },
})

export const design = contract({
  name: 'spec.design',
  summary: 'Stage 5: save the design.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...inputs('design'), overwrite }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'design', brief: 'stage 5', also: { tool: 'sdd_create_design' } },
    cli: {
      path: 'spec design',
      example:
        'furrow spec design --architecture-overview "A store and a page" --tech-stack "Node" --components "- Store covers FR-001" --data-model "article(id, text)"',
    },
    http: { route: 'POST /api/specs/design' },
  },
})

export const tasks = contract({
  name: 'spec.tasks',
  summary: 'Stage 6: save the tasks; those without an id are given one, waves are computed.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    ...inputs('tasks'),
    total_tasks: z.int().min(1).max(10_000).describe('How many tasks there are.'),
    overwrite,
  }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'tasks', brief: 'stage 6', also: { tool: 'sdd_create_tasks' } },
    cli: {
      path: 'spec tasks',
      example:
        'furrow spec tasks --total-tasks 1 --estimated-effort "2 days" --tasks "- TASK-001: The store. Covers: FR-001"',
    },
    http: { route: 'POST /api/specs/tasks' },
  },
})

export const validate = contract({
  name: 'spec.validate',
  summary: 'Stage 7: save the verdict beside the computed coverage; a PASS that the coverage contradicts is refused.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...inputs('validate'), verdict: z.enum(SPEC_VERDICTS), overwrite }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'validate', brief: 'stage 7', also: { tool: 'sdd_validate' } },
    cli: {
      path: 'spec validate',
      example:
        'furrow spec validate --requirements-coverage "FR-001: TASK-001" --component-coverage "Store: TASK-001" --consistency-issues "None found" --verdict PASS',
    },
    http: { route: 'POST /api/specs/validate' },
  },
})

export const write = contract({
  name: 'spec.write',
  summary: 'Save a stage from one markdown document with the headings of its template.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    stage: StageName,
    document: Text.describe('The template, filled in.'),
    overwrite,
  }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'write', brief: 'a stage from its form' },
    cli: {
      path: 'spec write',
      positionals: ['stage'],
      text: 'document',
      example: 'furrow spec write propose --document @proposal-draft.md',
    },
    http: { route: 'POST /api/specs/write' },
  },
})

export const template = contract({
  name: 'spec.template',
  summary: 'The empty document of a stage, to be filled in and given to `spec write`.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    stage: StageName,
    mode: z.enum(MODES).optional().describe('That of the specification, unless given.'),
  }),
  output: z.object({ stage: z.enum(SPEC_STAGES), mode: z.enum(MODES), document: z.string() }),
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'template', brief: 'the form of a stage' },
    cli: { path: 'spec template', positionals: ['stage'], example: 'furrow spec template propose' },
    http: { route: 'GET /api/specs/template' },
  },
})

export const context = contract({
  name: 'spec.context',
  summary: 'Where the specification stands, or the text of one stage.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    stage: StageName.optional(),
    detail_level: z
      .enum(['summary', 'standard', 'full'])
      .default('standard')
      .describe('summary: a line per stage; full: every text too.'),
    max_tokens: z.int().min(100).max(100_000).optional(),
  }),
  output: SpecContext,
  mounts: {
    mcp: {
      tool: 'sdd_spec',
      action: 'list',
      otherwise: true,
      brief: 'where it is, or the text of a stage',
      also: { tool: 'sdd_get_context' },
    },
    cli: { path: 'spec show', positionals: ['stage'], example: 'furrow spec show requirements' },
    http: { route: 'GET /api/specs' },
  },
})

export const reopen = contract({
  name: 'spec.reopen',
  summary: 'Go back to a stage that is done. What follows becomes stale when its file changes.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    stage: StageName,
    reason: z.string().max(2000).describe('Why it has to be looked at again.'),
  }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'reopen', brief: 'go back to a stage', also: { tool: 'sdd_reopen' } },
    cli: {
      path: 'spec reopen',
      positionals: ['stage'],
      example: 'furrow spec reopen specify --reason "The offline case is missing"',
    },
    http: { route: 'POST /api/specs/reopen' },
  },
})

export const confirm = contract({
  name: 'spec.confirm',
  summary: 'Say that the file of a stale or reopened stage holds as it is now.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ stage: StageName }),
  output: SpecView,
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'confirm', brief: 'a stale stage still holds', also: { tool: 'sdd_confirm' } },
    cli: { path: 'spec confirm', positionals: ['stage'], example: 'furrow spec confirm design' },
    http: { route: 'POST /api/specs/confirm' },
  },
})

export const lint = contract({
  name: 'spec.lint',
  summary: 'What can be computed about the texts of the specification, with file and line.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ format: z.enum(['text', 'json', 'sarif']).default('text') }),
  output: z.object({
    findings: z.array(FindingView),
    /** How many of them are of a kind that blocks. */
    blocking: z.number(),
    format: z.enum(['text', 'json', 'sarif']),
    version: z.string(),
  }),
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'lint', brief: 'findings in the texts', also: { tool: 'sdd_lint' } },
    cli: { path: 'lint', blocks: 'blocking', example: 'furrow lint --format sarif' },
    http: { route: 'GET /api/specs/lint' },
  },
})

export const trace = contract({
  name: 'spec.trace',
  summary: 'What covers which requirement, what is uncovered, orphaned or circular, and the waves of the tasks.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    id: Id.optional().describe('One id and what hangs together with it.'),
    code: z.boolean().default(false).describe('Link the ids that stand in code and tests too.'),
    format: z.enum(['table', 'json', 'sarif', 'mermaid']).default('table'),
  }),
  output: Trace.extend({
    findings: z.array(FindingView),
    format: z.enum(['table', 'json', 'sarif', 'mermaid']),
    version: z.string(),
  }),
  mounts: {
    mcp: { tool: 'sdd_spec', action: 'trace', brief: 'coverage, gaps and waves', also: { tool: 'sdd_trace' } },
    cli: { path: 'trace', positionals: ['id'], example: 'furrow trace FR-001 --code' },
    http: { route: 'GET /api/specs/trace' },
  },
})
