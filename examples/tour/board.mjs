const WHY = 'The card is small; what it needs is in its spec.'

/** Cards for what is planned, asked and felt. */
export async function plan({ person, agent }) {
  const once = await person('feature.create', {
    title: 'Every book once',
    description: 'A title that is added again is kept once, with the newer priority.',
    spec: 'A book is known by its title. Adding it again replaces its priority (FR-004, BR-001).',
  })
  await forward(person, once.id)
  await person('feature.link', { id: once.id, change: 'a-book-added-twice-appears-twice' })

  const { id } = await person('feature.create', {
    title: 'Pages per priority',
    description: 'A line for each priority with the pages that wait in it.',
    spec: 'Above each priority stands how many pages wait in it. A book without pages counts as zero and is marked.',
    depends_on: [once.id],
  })
  await approveSpec(person, id)
  await person('feature.advance', { id })
  await person('feature.use', { id })
  await agent('task.add', { id, title: 'Sum the pages in list.js' })
  await agent('task.add', { id, title: 'Mark books without pages', labels: ['bug'] })

  await person('feature.create', {
    title: 'Finished books',
    description: 'What was read, with the month, apart from what waits.',
  })
  await person('milestone.create', {
    title: 'A list worth keeping',
    vision: 'One place for every recommendation, and an answer to "what do I read next?".',
    features: [once.id, id],
  })
  await person('ponder.create', {
    title: 'Should finished books be kept?',
    brief: 'A list of what was read is a nice thing to have, and a different list.',
  })
  await agent('investigation.create', {
    title: 'A long list is slow to open',
    context: 'With 4,000 titles the list takes 900 ms; NFR-001 allows 200 ms for 1,000.',
  })
  await agent('feedback.add', { text: 'Two readers asked how to change a priority without adding the book again.' })
  await person('feedback.add', { text: 'Titles with an accent are sorted to the end.' })
}

async function forward(person, id) {
  await approveSpec(person, id)
  await person('feature.advance', { id })
  for (const artifact of ['design', 'tasks', 'qa-plan']) await person('feature.waive', { id, artifact, reason: WHY })
  for (const _phase of ['planned', 'ready', 'implementation']) await person('feature.advance', { id })
}

/** A person approves the text that was looked at. */
async function approveSpec(person, id) {
  const { revision } = await person('feature.artifact', { id, artifact: 'spec' })
  await person('feature.approve', { id, artifact: 'spec', revision })
}
