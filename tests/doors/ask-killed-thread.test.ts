import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Thread } from '../../src/app/apart/thread.ts'
import type { Finding } from '../../src/ask/find.ts'
import type { Found } from '../../src/ask/model.ts'
import { job } from '../../src/workspace/apart.ts'
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
  await using thread = new Thread({ start })
  const input = { tree: { root: lab.root, git: true }, question: { question: 'walrus7', limit: 5, purpose: 'explain' } }
  const progress = () => void (workers.length === 1 && workers[0]?.terminate())
  const signal = new AbortController().signal
  const found = await thread.do(job<Finding, Found>('ask.find'), input as Finding, { signal, progress })
  expect(workers.length).toBe(2)
  expect(found.sources[0]?.path).toBe('src/f7.ts')
  expect(found.index).toMatchObject({ state: 'fresh', files: FILES })
  const left = lab.list('.sdlc/tools/ama/index').filter(name => !/-(?:wal|shm)$|^\.gitignore$/.test(name))
  expect(left).toEqual([expect.stringMatching(/^\d+\.db$/), 'current'])
}, 120_000)
