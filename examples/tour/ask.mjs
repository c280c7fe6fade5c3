/** Threads with the codebase; without a coding agent the answers are the passages themselves. */
export async function ask({ person, ended }) {
  await ended(await person('tool.setup', { name: 'ama' }))
  await person('ask.answer', { question: 'What happens when a book is added twice?' })
  const { thread_id } = await person('ask.answer', { question: 'Where is the list sorted by priority?' })
  await person('ask.answer', { question: 'And where is that tested?', thread_id })
}
