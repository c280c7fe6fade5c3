import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reread } from './reread.ts'

test('a first read that began before a change is done again after it', async () => {
  const queries = new QueryClient()
  let truth = 'before'
  const answers: (() => void)[] = []
  const read = () =>
    new Promise<string>(resolve => {
      const seen = truth
      answers.push(() => resolve(seen))
    })
  const observer = new QueryObserver(queries, { queryKey: ['tool.interaction'], queryFn: read })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => answers.length).toBe(1)
  truth = 'after'
  void reread(queries)
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await expect.poll(() => observer.getCurrentResult().data).toBe('after')
  stop()
  queries.clear()
})
