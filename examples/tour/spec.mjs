/** A finished specification of the reading list. */
export async function specify({ person }) {
  await person('spec.init', {
    name: 'Reading list',
    description: 'A list of books to read, most wanted first, kept on your own machine.',
    mode: 'guided',
  })
  await person('spec.propose', {
    problem_statement: 'Books that friends recommend are noted in five places and forgotten.',
    target_users: '- **Readers** who note a book while they talk, and choose the next one once a month.',
    proposed_solution:
      'One list on your own machine: add a title with a priority, see the most wanted first, finish a book.',
    out_of_scope: '- Sharing lists with others\n- Buying books',
    success_criteria: '- 90 % of the books that were added are still on the list a month later, or finished.',
    open_questions: 'None.',
  })
  await person('spec.specify', {
    must_have:
      '- When a reader adds a title, the system shall keep it with its priority. Acceptance: it is listed after a restart.\n- The system shall list books by priority, the most wanted first. Acceptance: priority 1 stands above 2.\n- When a reader finishes a book, the system shall remove it from the list. Acceptance: it is no longer listed.',
    should_have:
      '- When a reader adds a title twice, the system shall keep it once. Acceptance: the newer priority counts.',
    non_functional: '- The list of 1,000 books shall be shown within 200 ms.',
  })
  await person('spec.rules', {
    definitions: '- **Book**: a title with a priority and a number of pages.\n- **Reader**: who keeps the list.',
    facts: '- A Reader has many Books.',
    constraints: '- When a Book is added twice, Then one is kept.',
  })
  await person('spec.clarify', {
    answers:
      'What if the file is damaged? The last good one is kept beside it (FR-001). Who may read it? The owner alone.',
    dimension_scores:
      'target_users:70,core_functionality:80,data_model:60,integrations:60,edge_cases:40,security:50,scale_performance:70,scope_boundaries:70',
  })
  await person('spec.clarify', {
    answers:
      'Titles that differ in case only? They are the same book (BR-001). A list of 10,000? Not in scope; NFR-001 says 1,000.',
    dimension_scores:
      'target_users:90,core_functionality:90,data_model:80,integrations:80,edge_cases:80,security:80,scale_performance:90,scope_boundaries:90',
    evidence: {
      target_users: '"Readers who note a book while they talk, and choose the next one once a month"',
      core_functionality: 'FR-001, FR-002, FR-003',
      data_model: '"a title with a priority and a number of pages"',
      integrations: '"Sharing lists with others" is out of scope; nothing else is connected (FR-001)',
      edge_cases: 'FR-004, BR-001',
      security: '"The owner alone" may read it (FR-001)',
      scale_performance: 'NFR-001',
      scope_boundaries: '"Buying books"',
    },
  })
  await person('spec.design', {
    architecture_overview: 'Pure functions over a list, and one file below them.',
    tech_stack: 'Node, no packages.',
    components:
      '- **List** adds, orders and finishes. Covers FR-002, FR-003, FR-004, BR-001.\n- **Shelf** reads and writes the file. Covers FR-001, NFR-001.',
    data_model: 'book(title, priority, pages, added)',
  })
  await person('spec.tasks', {
    total_tasks: 2,
    estimated_effort: '2 days',
    tasks:
      '- TASK-001: The list. Covers: FR-002, FR-003, FR-004, BR-001. Files: list.js\n- TASK-002: The shelf file. Covers: FR-001, NFR-001. Depends on: TASK-001. Files: shelf.js',
  })
  await person('spec.validate', {
    requirements_coverage: 'FR-002, FR-003 and FR-004 by TASK-001, FR-001 by TASK-002.',
    component_coverage: 'List by TASK-001, Shelf by TASK-002.',
    consistency_issues: 'None found.',
    verdict: 'PASS',
  })
}
