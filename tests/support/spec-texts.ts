import type { WrittenStage } from '../../src/specs/stages.ts'

/** Texts with which every stage of a small specification is done. */
export const TEXTS = {
  propose: {
    problem_statement: 'Links get lost in mails.',
    target_users: '- Commuters, who read offline.',
    proposed_solution: 'One list that is kept on the device.',
    success_criteria: '80 % of saved articles are opened within a week.',
  },
  specify: {
    must_have:
      '- When a reader saves a link, the system shall store its text. Acceptance: it opens offline.\n- The system shall list saved articles. Acceptance: newest first.',
    should_have: '- The reader shall be able to tag an article. Acceptance: tags filter the list.',
    non_functional: '- The list of 1,000 articles shall be shown within 200 ms.',
  },
  'business-rules': {
    definitions: '- **Article**: a saved text with its link.\n- **Reader**: who saves articles.',
    facts: '- A Reader has many Articles.',
    constraints: '- When an Article is saved twice, Then one is kept.',
  },
  clarify: {
    answers: 'What if the page is gone? The saved text stays (FR-001).',
    dimension_scores:
      'target_users:90,core_functionality:90,data_model:80,integrations:80,edge_cases:80,security:80,scale_performance:90,scope_boundaries:90',
  },
  design: {
    architecture_overview: 'A store below a page.',
    tech_stack: 'Node and SQLite.',
    components:
      '- **Store** keeps articles. Covers FR-001, FR-003, NFR-001, BR-001.\n- **Page** lists them. Covers FR-002.',
    data_model: 'article(id, link, text, saved_at)',
  },
  tasks: {
    total_tasks: 2,
    estimated_effort: '3 days',
    tasks:
      '- TASK-001: The store. Covers: FR-001, FR-003, BR-001, NFR-001. Files: src/store.ts\n- The page. Covers: FR-002. Depends on: TASK-001. Files: src/page.ts',
  },
  validate: {
    requirements_coverage: 'FR-001 and FR-003 by TASK-001, FR-002 by TASK-002.',
    component_coverage: 'Store by TASK-001, Page by TASK-002.',
    consistency_issues: 'None found.',
    verdict: 'PASS',
  },
} as const satisfies Record<WrittenStage, Record<string, string | number>>

export const PROJECT = { name: 'Reading list', description: 'Keeps articles to be read offline.' } as const
