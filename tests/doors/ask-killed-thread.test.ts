import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { WorkerThread } from '../../src/app/worker/worker-thread.ts'
import type { PassageJob } from '../../src/ask/find-passages.ts'
import type { SearchAnswer } from '../../src/ask/model.ts'
import { job } from '../../src/workspace/worker-jobs.ts'
import { bin, openLab } from '../lab.ts'

const FILES = 1500

test('a thread that is killed while it reads the codebase is replaced, and the question is answered', async () => {
  await using lab = await openLab()
  for (let n = 0; n < FILES; n += 1) lab.write(`src/f${n}.ts`, `export function walrus${n}() {\n  return ${n}\n}\n`)
  const workers: Worker[] = []
  const start = () => {
    const worker = new Worker(bin, { argv: ['__thread'] })
    workers.push(worker)
    return worker
  }
  await using thread = new WorkerThread({ start })
  const input = { tree: { root: lab.root, git: true }, question: { question: 'walrus7', limit: 5, purpose: 'explain' } }
  const progress = () => void (workers.length === 1 && workers[0]?.terminate())
  const signal = new AbortController().signal
  const found = await thread.run(job<PassageJob, SearchAnswer>('ask.find'), input as PassageJob, { signal, progress })
  expect(workers.length).toBe(2)
  expect(found.sources[0]?.path).toBe('src/f7.ts')
  expect(found.index).toMatchObject({ state: 'fresh', files: FILES })
  const left = lab.list('.sdlc/tools/ama/index').filter(name => !/-(?:wal|shm)$|^\.gitignore$/.test(name))
  expect(left).toEqual([expect.stringMatching(/^\d+\.db$/), 'current'])
}, 120_000)
