import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { refusal } from '../../../tests/support/refusals.ts'
import { isRefused } from '../../operation/errors.ts'
import { swapping } from '../../store/inside/swap-lab.ts'
import { readAgentText, writeAgentText } from './session-files.ts'

/** Enough of each end that the swap was seen from both sides, however slow the machine is. */
const ENDS = { read: 200, written: 20 }

test('X7 an agent that swaps a folder for a link reads nothing outside through the protocol', async () => {
  await using swapped = await swapping()
  const { root } = swapped
  const seen = repeat(ENDS.read, () => readAgentText(root, { path: path.join(root, 'a/b/c/file') }))
  expect(seen).toEqual(new Set(['inside', 'refused']))
})

test('X7 an agent that swaps a folder for a link writes and makes nothing outside through the protocol', async () => {
  await using swapped = await swapping()
  const { root } = swapped
  let round = 0
  const seen = repeat(ENDS.written, () => {
    round += 1
    writeAgentText(root, path.join(root, `a/b/c/new-${round % 50}/text`), 'from the agent')
    writeAgentText(root, path.join(root, 'a/b/c/file'), 'inside')
    return 'written'
  })
  expect(seen).toEqual(new Set(['written', 'refused']))
  await swapped.stop()
  expect(swapped.outside()).toEqual({ 'b/c/file': 'outside' })
})

test('a file that is written keeps its mode, and a link at its place is refused', async () => {
  await using swapped = await swapping()
  await swapped.stop()
  const { root } = swapped
  const file = path.join(root, 'script')
  writeAgentText(root, file, 'first')
  fs.chmodSync(file, 0o755)
  writeAgentText(root, file, 'second')
  expect(fs.readFileSync(file, 'utf8')).toBe('second')
  expect(fs.statSync(file).mode & 0o777).toBe(0o755)
  fs.symlinkSync('script', path.join(root, 'link'))
  expect(refusal(() => writeAgentText(root, path.join(root, 'link'), 'third'))).toMatchObject({ code: 'usage' })
  expect(fs.readdirSync(root).sort()).toEqual(['.git', 'a', 'link', 'script'])
})

/** Until it answered and refused often enough; the different ends. */
function repeat(ends: number, act: () => string): Set<string> {
  const seen = new Set<string>()
  for (let [answers, refusals] = [0, 0]; answers < ends || refusals < ends; ) {
    const end = attempt(act)
    seen.add(end)
    if (end === 'refused') refusals += 1
    else answers += 1
  }
  return seen
}

function attempt(act: () => string): string {
  try {
    return act()
  } catch (error) {
    if (isRefused(error)) return 'refused'
    throw error
  }
}
