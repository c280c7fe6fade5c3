import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import type { RunInWorker } from '../../workspace/worker-jobs.ts'
import { jobs } from './jobs.ts'

test('code and memory are searched apart where there is somewhere to do it, with the same outcome', async () => {
  const asked: string[] = []
  const kept: { close(): void }[] = []
  const apart: RunInWorker = async ({ name }, input, watching) => {
    asked.push(name)
    const keep = <T>(_: string, make: () => T) => {
      const made = make()
      kept.push(made as { close(): void })
      return made
    }
    const work = await jobs[name]?.()
    return work?.(input as never, { ...watching, keep }) as never
  }
  await using lab = await openLab({ runInWorker: apart })
  lab.write('src/walrus.ts', 'export const feedWalrus = () => "fish"\n')
  await lab.call('memory.save', { title: 'Walrus', content: 'It eats fish.', type: 'decision' })
  expect((await lab.call('memory.search', { query: 'fish' })).hits).toMatchObject([{ title: 'Walrus' }])
  expect((await lab.call('ask.search', { question: 'feedWalrus' })).sources).toMatchObject([{ path: 'src/walrus.ts' }])
  const { sources } = await lab.call('ask.answer', { question: 'feedWalrus', way: 'extract' })
  expect(sources).toMatchObject([{ path: 'src/walrus.ts' }])
  expect(asked).toEqual(['memory.search', 'ask.find', 'ask.find'])
  for (const each of kept) each.close()
})
