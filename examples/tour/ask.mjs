/** A thread with the codebase; without a coding agent the answer is the passages themselves. */
export async function ask({ person, runEnded }) {
  const { run } = await person('ask.index', {})
  if (run !== undefined) await runEnded(run.id)
  const { thread_id } = await person('ask.answer', { question: 'What happens when a book is added twice?' })
  await person('ask.answer', { question: 'And where is that tested?', thread_id })
}
