/** Cards for what is planned, asked and felt. */
export async function plan({ person, agent }) {
  const { id } = await person('feature.create', {
    title: 'Pages per priority',
    description: 'A line for each priority with the pages that wait in it.',
  })
  await person('feature.use', { id })
  await agent('task.add', { id, title: 'Sum the pages in list.js' })
  await agent('task.add', { id, title: 'Mark books without pages', labels: ['bug'] })
  await person('ponder.create', {
    title: 'Should finished books be kept?',
    brief: 'A list of what was read is a nice thing to have, and a different list.',
  })
  await agent('feedback.add', { text: 'Two readers asked how to change a priority without adding the book again.' })
}
