import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { bundled } from './bundled.ts'
import { temporary } from './fault-lab.ts'

const FOLDER = '.sdlc/tools/ama/index'

test('a builder that is killed, and two at once, leave a whole index to the next question', async () => {
  await using lab = await withFiles()
  const killed = builder(lab)
  await claimed(lab)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(lab.list(FOLDER)).toContainEqual(expect.stringMatching(/^\d+\.building$/))
  await answers(lab, 'fish')
  lab.write('src/walrus.ts', '// moved\nexport const feedWalrus = () => "crab"\n')
  const pair = [builder(lab, '--rebuild'), builder(lab, '--rebuild')]
  const search = answers(lab, 'crab')
  expect(await Promise.all(pair.map(async each => (await once(each, 'exit'))[0]))).toEqual([0, 0])
  await search
  await answers(lab, 'crab')
  expect(await lab.call('ask.status', {})).toMatchObject({ state: 'fresh' })
  expect(lab.list(FOLDER).filter(name => name.endsWith('.building'))).toEqual([])
}, 120_000)

test('on a full disk a question is refused or answered truly, and answered when there is room again', async () => {
  const base = temporary()
  const program = await bundled('ask-on-full-disk')
  const said = execFileSync('unshare', ['-rm', process.execPath, program, base, bin], { encoding: 'utf8' })
  fs.rmdirSync(base)
  const { full, first, changed, last, left } = JSON.parse(said)
  const cites = (excerpt: string) => ({
    sources: [{ path: 'src/walrus.ts', excerpt: expect.stringContaining(excerpt) }],
  })
  expect(full).toMatchObject({ error: { code: 'disk_full', fix: expect.any(String) } })
  expect(first).toMatchObject(cites('fish'))
  expect(changed).toMatchObject('error' in changed ? { error: { code: 'disk_full' } } : cites('crab'))
  expect(last).toMatchObject(cites('crab'))
  expect(left).toEqual([])
}, 120_000)

async function withFiles(): Promise<Lab> {
  const lab = await openLab()
  for (let n = 0; n < 150; n += 1)
    lab.write(`src/f${n}.ts`, `export function part${n}() {\n  return ${n}\n}\n`.repeat(20))
  lab.write('src/walrus.ts', 'export const feedWalrus = () => "fish"\n')
  return lab
}

function builder(lab: Lab, ...flags: string[]) {
  return spawn(process.execPath, [bin, 'index', ...flags], { cwd: lab.root, env: lab.env, stdio: 'ignore' })
}

async function claimed(lab: Lab): Promise<void> {
  const folder = path.join(lab.root, FOLDER)
  while (!fs.existsSync(folder) || !fs.readdirSync(folder).some(name => name.endsWith('.building'))) await pause(1)
}

async function answers(lab: Lab, word: string): Promise<void> {
  const { sources } = await lab.call('ask.search', { question: 'feedWalrus', limit: 1 })
  expect(sources).toMatchObject([{ path: 'src/walrus.ts', excerpt: expect.stringContaining(word) }])
  for (const { path: file, lines, excerpt } of sources)
    expect(
      lab
        .read(file)
        .split('\n')
        .slice(lines[0] - 1, lines[1])
        .join('\n'),
    ).toBe(excerpt)
}
