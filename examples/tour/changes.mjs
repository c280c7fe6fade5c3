/** A fix that is done and proven, and a feature that has just begun. */
export async function change({ person, agent }) {
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

  await person('change.start', {
    type: 'feature',
    size: 'medium',
    description: 'Show how many pages wait in each priority',
  })
  await agent('change.advance', {
    content: 'Readers choose a short book before a journey. A line per priority says how many pages wait (FR-002).',
  })
  await agent('adr.record', {
    title: 'Pages are optional',
    context: 'Half of the titles are noted while somebody talks, without a book at hand.',
    decision: 'A book without a number of pages counts as zero and is marked.',
    rationale: 'Asking for pages would make people stop noting titles.',
  })
}
