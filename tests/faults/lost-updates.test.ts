import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Door, httpDoor, mcpDoor } from './doors.ts'
import { openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { full, seedFor } from './seed.ts'
import { startWorker } from './worker.ts'

const EACH = 500

test('D6 four processes that count together count to 2,000', async () => {
  using lab = openFaultLab()
  const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(lab)))
  await Promise.all(
    workers.map(async (worker, index) => {
      for (let n = 0; n < EACH; n += 1) {
        const answer = await worker.ask({ steps: [{ count: 'counter.txt' }], id: `count-${index}-${n}` })
        expect(answer?.reply).toMatchObject({ ok: true })
      }
      await worker[Symbol.asyncDispose]()
    }),
  )
  const counted = lab.tree()['workspace/counter.txt']
  figure('D6', '4 processes x 500 read-modify-writes through the store', counted?.slice(4).trim() ?? 'nothing')
  expect(counted).toBe('644 2000\n')
})
