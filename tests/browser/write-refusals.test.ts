import fs from 'node:fs'
import path from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../lab.ts'
import { closeBrowser, openWindow, serveLab } from './browser.ts'
import { boardScene } from './refused/board.ts'
import { changesScene, specScenes, verifyScene } from './refused/changes.ts'
import {
  abandonedScene,
  approvedScene,
  finalizingScene,
  researchScene,
  resolvedScene,
  summariesScene,
} from './refused/explorations.ts'
import { memoryScene } from './refused/memory.ts'
import type { Scene } from './refused/steps.ts'
import { toolsScene } from './refused/tools.ts'
import { damagedScene, runsScene, settingsScene } from './refused/work.ts'

afterAll(closeBrowser)

const SCENES: readonly Scene[] = [
  boardScene,
  changesScene,
  verifyScene,
  ...specScenes,
  memoryScene,
  researchScene,
  resolvedScene,
  summariesScene,
  approvedScene,
  abandonedScene,
  finalizingScene,
  toolsScene,
  runsScene,
  settingsScene,
  damagedScene,
]

/** A hang guard for one refusal on a busy machine; a page that says nothing costs as much. */
const SOON = { timeout: 120_000 }

/** The ways in which an operation can fail, and the words that the page has for each. */
const WAYS = [
  { way: 'refused with the status of its code', status: 502, type: 'application/problem+json' },
  { way: 'refused with a status that says nothing', status: 200, type: 'application/problem+json' },
  { way: 'answered by a proxy', status: 503, type: 'text/html' },
  { way: 'not answered at all', status: 0, type: '' },
] as const

test.each(SCENES)('every write that fails is said on the page: $name', async scene => {
  await using served = await serveLab()
  const made = await scene.prepare(served)
  await using window = await openWindow(served)
  const silent: string[] = []
  for (const [index, [name, { at, steps }]] of Object.entries(scene.writes).entries()) {
    const operation = name.split(' ')[0] ?? ''
    const way = WAYS[index % WAYS.length] ?? WAYS[0]
    const words = wordsOf(way, operation)
    await window.visit(typeof at === 'string' ? at : at(made))
    const unforce = await force(window.page, operation, way)
    try {
      for (const step of steps) await step(window.page)
      await window.page.getByText(words).first().waitFor(SOON)
    } catch (error) {
      silent.push(`${name}, ${way.way}: ${String(error).split('\n')[0]}`)
    }
    await unforce()
    await forgetDrafts(window.page)
  }
  expect(silent).toEqual([])
})

/** Forms that a page has twice: the same component says why it failed. */
const SAME: Readonly<Record<string, string>> = {
  'agent.add': 'a row of the list that has agent.use, for agents that are installed',
  'tool.install': 'a step of the dialog that makes a tool ready, as tool.setup is',
  'exploration.revise': 'the form of exploration.reopen',
}

test('each operation that a page calls to write is in a scene', async () => {
  const { operations } = JSON.parse(fs.readFileSync(path.join(packageRoot, 'dist/manifest.json'), 'utf8')) as {
    operations: { name: string; effect: string }[]
  }
  const writes = new Set(operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name))
  const covered = new Set(SCENES.flatMap(scene => Object.keys(scene.writes).map(name => name.split(' ')[0])))
  const web = path.join(packageRoot, 'src/web')
  const called = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap(file => [...fs.readFileSync(path.join(web, file), 'utf8').matchAll(CALLED)].map(([, name]) => name))
  const missing = new Set(called.filter(name => name !== undefined && writes.has(name) && !covered.has(name)))
  expect([...missing].filter(name => SAME[name ?? ''] === undefined)).toEqual([])
})

/** `useWrite('run.pin'`, `call('run.pin'`, `verb: 'agent.merge'`. */
const CALLED = /(?:useWrite\(|call\(|verb: )\s*'([a-z]+\.[a-z_]+)'/g

type Way = (typeof WAYS)[number]

function wordsOf({ status }: Way, operation: string): string {
  if (status === 0) return 'The Furrow server does not answer.'
  return status === 503 ? 'The server answered 503' : `Forced refusal of ${operation}`
}

async function force(page: Page, operation: string, way: Way): Promise<() => Promise<void>> {
  const address = `**/api/operations/${operation}`
  const answer = (route: Route) => {
    if (way.status === 0) return route.abort('connectionrefused')
    const problem = { code: 'failed', status: way.status, message: wordsOf(way, operation) }
    const body = way.type === 'text/html' ? '<h1>Service Unavailable</h1>' : JSON.stringify(problem)
    return route.fulfill({ status: way.status, contentType: way.type, body })
  }
  await page.route(address, answer)
  return () => page.unroute(address, answer)
}

/** A text that was refused is kept for later; the next scene begins without it. */
async function forgetDrafts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('furrow.draft')) localStorage.removeItem(key)
  })
}
