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
}
