/** A fix that is done and proven, and a change that waits for a better day. */
export async function mend({ person, agent }) {
  await person('change.start', {
    type: 'refactor',
    size: 'small',
    description: 'Read and write the shelf file in one place',
  })
  await agent('change.advance', {
    content:
      '## Today\n\n`shelf.json` is read where it is needed, three times by now.\n\n## Wanted\n\nOne module that reads and writes it (FR-001), through a temporary file.',
  })
  await person('change.pause', { id: 'read-and-write-the-shelf-file-in-one-place' })

  const { id } = await agent('change.start', {
    type: 'fix',
    size: 'small',
    description: 'A book added twice appears twice',
  })
  await agent('change.advance', {
    content:
      '## Today\n\nAdding a title with another priority leaves the old entry in place.\n\n## Wanted\n\nOne entry, with the newer priority (FR-004, BR-001).',
  })
  await agent('context.check', {})
  await agent('change.advance', { content: 'FR-004 asks for exactly this; nothing stands against it.' })
  await agent('change.advance', { content: '- [x] TASK-001 filter by title in list.js\n- [x] TASK-002 a test for it' })
  await person('change.accept_command', { id, argv: ['node --test'] })
  await agent('change.advance', { content: 'The test that adds a title twice passes.' })
}

/** A feature under way; the agent has asked for something that a person decides. */
export async function build({ person, agent, asks }) {
  const { id } = await person('change.start', {
    type: 'feature',
    size: 'medium',
    description: 'Show how many pages wait in each priority',
  })
  await person('feature.link', { id: 'pages-per-priority', change: id })
  await agent('change.advance', {
    content:
      '## Problem\n\nReaders choose a short book before a journey, and have to add up pages in their head.\n\n## Proposal\n\nA line per priority says how many pages wait (FR-002).\n\n## Success\n\nThe line is there for 1,000 books within the 200 ms of NFR-001.',
  })
  await agent('context.check', {})
  await agent('change.advance', {
    content: 'FR-002 orders by priority and stays as it is. BR-001 keeps a title once, so nothing is counted twice.',
  })
  await agent('adr.record', {
    title: 'Pages are optional',
    context: 'Half of the titles are noted while somebody talks, without a book at hand.',
    decision: 'A book without a number of pages counts as zero and is marked.',
    rationale: 'Asking for pages would make people stop noting titles.',
    alternatives_rejected: 'Ask for the pages when a book is added: too slow while somebody talks.',
  })
  await asks('change.accept_command', { id, argv: ['node', '--test', 'list.test.js'] })
}
