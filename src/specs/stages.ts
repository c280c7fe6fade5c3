/** The eight stages of the greenfield pipeline as data: files, tools, and what each asks for. */
export const SPEC_STAGES = [
  'init',
  'propose',
  'specify',
  'business-rules',
  'clarify',
  'design',
  'tasks',
  'validate',
] as const
export type SpecStageName = (typeof SPEC_STAGES)[number]

/** Stages that leave a markdown file. */
export type WrittenStage = Exclude<SpecStageName, 'init'>

export interface FieldRow {
  readonly key: string
  /** The heading of its section. */
  readonly title: string
  readonly required?: true
  /** What to write, for whoever left it out. */
  readonly asks: string
}

export interface StageRow {
  readonly title: string
  readonly file: string
  /** The action of the tool `sdd_spec` that writes it. */
  readonly action: string
  readonly operation: string
  readonly fields: readonly FieldRow[]
}

export const TABLE = {
  propose: {
    title: 'Proposal',
    file: 'proposal.md',
    action: 'propose',
    operation: 'spec.propose',
    fields: [
      { key: 'problem_statement', title: 'Problem Statement', required: true, asks: 'what hurts, and whom' },
      { key: 'target_users', title: 'Target Users', required: true, asks: 'who will use it, and what they want' },
      { key: 'proposed_solution', title: 'Proposed Solution', required: true, asks: 'the way out in plain words' },
      {
        key: 'success_criteria',
        title: 'Success Criteria',
        required: true,
        asks: 'what can be observed when it works',
      },
      { key: 'out_of_scope', title: 'Out of Scope', asks: 'what is left out on purpose' },
      { key: 'open_questions', title: 'Open Questions', asks: 'what nobody knows yet' },
      { key: 'stakeholders', title: 'Stakeholders', asks: 'who decides, pays, operates, is affected' },
      { key: 'constraints', title: 'Constraints', asks: 'what cannot be changed' },
      { key: 'existing_systems', title: 'Existing Systems', asks: 'what it has to live with' },
    ],
  },
  specify: {
    title: 'Requirements',
    file: 'requirements.md',
    action: 'specify',
    operation: 'spec.specify',
    fields: [
      { key: 'must_have', title: 'Must Have', required: true, asks: 'requirements without which it is useless' },
      { key: 'should_have', title: 'Should Have', required: true, asks: 'what is important and can wait' },
      {
        key: 'non_functional',
        title: 'Non-Functional Requirements',
        required: true,
        asks: 'how well: speed, safety, limits, with units',
      },
      { key: 'could_have', title: 'Could Have', asks: 'what would be nice' },
      { key: 'wont_have', title: "Won't Have", asks: 'what this version does not do' },
      { key: 'constraints', title: 'Constraints', asks: 'what cannot be changed' },
      { key: 'assumptions', title: 'Assumptions', asks: 'what is taken for true without proof' },
      { key: 'dependencies', title: 'Dependencies', asks: 'what it needs of others' },
    ],
  },
  'business-rules': {
    title: 'Business Rules',
    file: 'business-rules.md',
    action: 'rules',
    operation: 'spec.rules',
    fields: [
      {
        key: 'definitions',
        title: 'Definitions (Ubiquitous Language)',
        required: true,
        asks: 'the terms of the domain with their exact meaning',
      },
      { key: 'facts', title: 'Facts', required: true, asks: 'relations between the terms that always hold' },
      { key: 'constraints', title: 'Constraints', required: true, asks: 'what is not allowed, as When ... Then ...' },
      { key: 'derivations', title: 'Derivations', asks: 'what follows from the other rules' },
      { key: 'glossary', title: 'Glossary', asks: 'more words and abbreviations' },
    ],
  },
  clarify: {
    title: 'Clarifications',
    file: 'clarifications.md',
    action: 'clarify',
    operation: 'spec.clarify',
    fields: [
      { key: 'answers', title: 'Answers', required: true, asks: 'the questions that were asked, with their answers' },
      {
        key: 'dimension_scores',
        title: 'Dimension Scores',
        required: true,
        asks: 'a line per dimension: name: 0 to 100, then the evidence',
      },
    ],
  },
  design: {
    title: 'Design',
    file: 'design.md',
    action: 'design',
    operation: 'spec.design',
    fields: [
      {
        key: 'architecture_overview',
        title: 'Architecture Overview',
        required: true,
        asks: 'the parts and their order',
      },
      { key: 'tech_stack', title: 'Tech Stack', required: true, asks: 'what it is built with, and why' },
      {
        key: 'components',
        title: 'Components',
        required: true,
        asks: 'each part with its responsibility and the requirements that it covers',
      },
      { key: 'data_model', title: 'Data Model', required: true, asks: 'what is stored, with types and relations' },
      { key: 'api_contracts', title: 'API Contracts', asks: 'what others may call, with errors' },
      { key: 'infrastructure', title: 'Infrastructure', asks: 'where and how it runs' },
      { key: 'security', title: 'Security', asks: 'what is protected, from whom, how' },
      { key: 'design_decisions', title: 'Design Decisions', asks: 'decisions with alternatives, as ADR-001: ...' },
      {
        key: 'quality_analysis',
        title: 'Quality Analysis',
        asks: 'coupling, responsibilities, what is hard to change',
      },
    ],
  },
  tasks: {
    title: 'Tasks',
    file: 'tasks.md',
    action: 'tasks',
    operation: 'spec.tasks',
    fields: [
      { key: 'total_tasks', title: 'Total Tasks', required: true, asks: 'how many tasks there are, as a number' },
      { key: 'estimated_effort', title: 'Estimated Effort', required: true, asks: 'how long it takes, with its unit' },
      {
        key: 'tasks',
        title: 'Tasks',
        required: true,
        asks: 'TASK-001: what, with Covers, Depends on, Files and how to see that it is done',
      },
      { key: 'dependency_graph', title: 'Dependency Graph', asks: 'lines like TASK-002 depends on TASK-001' },
      { key: 'wave_assignments', title: 'Execution Waves', asks: 'lines like Wave 1: TASK-001, TASK-002' },
      { key: 'acceptance_criteria', title: 'Acceptance Criteria', asks: 'when the whole is done' },
    ],
  },
  validate: {
    title: 'Validation',
    file: 'validation.md',
    action: 'validate',
    operation: 'spec.validate',
    fields: [
      {
        key: 'requirements_coverage',
        title: 'Requirements Coverage',
        required: true,
        asks: 'requirement by requirement, what covers it',
      },
      {
        key: 'component_coverage',
        title: 'Component Coverage',
        required: true,
        asks: 'component by component, which tasks build it',
      },
      {
        key: 'consistency_issues',
        title: 'Consistency Issues',
        required: true,
        asks: 'what contradicts what; or that nothing does',
      },
      { key: 'verdict', title: 'Verdict', required: true, asks: 'PASS, PASS_WITH_WARNINGS or FAIL' },
      { key: 'risk_assessment', title: 'Risk Assessment', asks: 'what can go wrong, how likely, what then' },
      { key: 'recommendations', title: 'Recommendations', asks: 'what to do next' },
    ],
  },
} as const satisfies Readonly<Record<WrittenStage, StageRow>>

export const WRITTEN = SPEC_STAGES.filter((stage): stage is WrittenStage => stage !== 'init')

export function stagePath(stage: WrittenStage): string {
  return `sdd/${TABLE[stage].file}`
}

/** A stage by its own name or by that of its file: `specify`, `requirements`, `requirements.md`. */
/** What a stage may be called: by its own name, or by that of its file. */
export const STAGE_NAMES: readonly string[] = [
  ...new Set([...SPEC_STAGES, ...WRITTEN.map(stage => TABLE[stage].file.replace('.md', ''))]),
]

export function stageNamed(text: string): SpecStageName | undefined {
  const name = text.trim().toLowerCase()
  return SPEC_STAGES.find(
    stage => stage === name || (stage !== 'init' && TABLE[stage].file.replace('.md', '') === name.replace(/\.md$/, '')),
  )
}

export function earlier(stage: SpecStageName): WrittenStage[] {
  return WRITTEN.slice(0, Math.max(0, WRITTEN.indexOf(stage as WrittenStage)))
}
