/** What was decided and learnt, by a person and by an agent. */
export async function remember({ person, agent }) {
  await person('memory.save', {
    title: 'The list is kept in one file',
    type: 'decision',
    topic_key: 'storage/format',
    content: 'shelf.json is read and written as a whole. A database would be more than five books need.',
  })
  await person('memory.save', {
    title: 'Priorities are 1 to 3',
    type: 'decision',
    content: '1 is read next, 3 is some day. More steps were tried and nobody could tell them apart.',
  })
  await agent('memory.save', {
    title: 'Adding a book twice',
    type: 'bugfix',
    content:
      'add() left the old entry in place when the priority differed. Fixed in list.js by filtering on the title.',
    relate_to: [1],
  })
  await agent('memory.save', {
    title: 'The list is kept in one file',
    type: 'decision',
    topic_key: 'storage/format',
    content: 'shelf.json is read and written as a whole, through a temporary file, so that a crash leaves the old one.',
  })
  await agent('memory.save', {
    title: 'Titles are compared as they are typed',
    type: 'discovery',
    content: 'Two titles that differ in case are two books today. BR-001 says that they are one.',
    relate_to: [3],
  })
  await person('memory.save', {
    title: 'No packages',
    type: 'pattern',
    topic_key: 'code/dependencies',
    content: 'The list runs on Node alone. What it needs is twenty lines, and twenty lines do not break on an update.',
  })
  await agent('memory.save', {
    title: 'How the tests are run',
    type: 'config',
    content: '`node --test` in the root runs all of them in under a second; there is no watch mode.',
  })
}
