import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot, person } from '../../../tests/lab.ts'
import { createApp } from '../../app/app.ts'
import { makeManifest } from '../../app/manifest.ts'
import type { Operations } from '../../app/registry.ts'
import type { Actor } from '../../operation/actor.ts'
import { locateRepository } from '../git/repository.ts'
import { Store } from '../store.ts'

const agent: Actor = { kind: 'agent', id: 'test-agent', door: 'mcp' }

/** One home; each call is a process of its own, as the command line is. */
async function openPlaces() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-moved-')))
  const env = { PATH: process.env.PATH ?? '', HOME: base, FURROW_HOME: path.join(base, 'home') }
  const manifest = await makeManifest(packageRoot)
  const at = (name: string) => path.join(base, name)
  const outcome = async <Name extends keyof Operations>(
    root: string,
    name: Name,
    input: Operations[Name]['given'],
    actor = person,
  ) => {
    const app = createApp({ root, env, checkOutputs: true, manifest })
    try {
      return await app.call(name, input, { actor })
    } finally {
      await app[Symbol.asyncDispose]()
    }
  }
  return {
    at,
    outcome,
    home: env.FURROW_HOME,
    async call<Name extends keyof Operations>(root: string, name: Name, input: Operations[Name]['given']) {
      const answer = await outcome(root, name, input)
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`)
      return answer.value as Operations[Name]['output']
    },
    make(name: string, { git = true } = {}): string {
      fs.mkdirSync(at(name), { recursive: true })
      if (git) execFileSync('git', ['init', '-q', at(name)])
      return at(name)
    },
    move(from: string, to: string): string {
      fs.renameSync(at(from), at(to))
      return at(to)
    },
    [Symbol.dispose]() {
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

const SET = { key: 'project.name', value: 'shop' } as const

test.each([
  ['a repository', true],
  ['a folder without git', false],
])('%s that was moved keeps its log, its requests and its undo, and the log says so once', async (_, git) => {
  using places = await openPlaces()
  const repo = places.make('repo', { git })
  await places.call(repo, 'config.set', SET)
  await places.outcome(repo, 'config.set_person', { key: 'runs.concurrency', value: '2' }, agent)
  const moved = places.move('repo', 'elsewhere')
  const log = await places.call(moved, 'store.log', {})
  expect(log.entries.map(({ operation }) => operation)).toEqual(['workspace.moved', 'config.set'])
  expect(log.entries[0]?.summary).toContain(`formerly at ${repo}`)
  expect(log.entries[1]?.worktree).toBe(moved)
  expect((await places.call(moved, 'request.list', {})).requests).toHaveLength(1)
  expect(fs.existsSync(path.join(moved, '.sdlc/config.yaml'))).toBe(true)
  await places.call(moved, 'store.undo', {})
  expect(fs.existsSync(path.join(moved, '.sdlc/config.yaml'))).toBe(false)
  const { findings } = await places.call(moved, 'doctor.check', {})
  expect(findings.filter(({ level, message }) => level === 'problem' && message.includes('log'))).toEqual([])
})

test('what the person trusts and the sealed secrets come along too', async () => {
  using places = await openPlaces()
  const repo = places.make('repo')
  await places.call(repo, 'secrets.set', { name: 'TOKEN', value: 'abcdefgh12345678' })
  const moved = places.move('repo', 'elsewhere')
  expect((await places.call(moved, 'secrets.list', {})).secrets.map(({ name }) => name)).toEqual(['TOKEN'])
})

test('a copy, a clone, another folder at the old path and a second path to one folder share nothing', async () => {
  using places = await openPlaces()
  const repo = places.make('repo')
  await places.call(repo, 'config.set', SET)
  fs.cpSync(repo, places.at('copy'), { recursive: true })
  expect((await places.call(places.at('copy'), 'store.log', {})).entries).toEqual([])
  // The copy claims nothing either once the first one is gone: its folder is another one.
  fs.cpSync(repo, places.at('second'), { recursive: true })
  fs.rmSync(repo, { recursive: true })
  expect((await places.call(places.at('second'), 'store.log', {})).entries).toEqual([])
})

test('a log that was changed by others is not chained again by a move', async () => {
  using places = await openPlaces()
  const repo = places.make('repo')
  await places.call(repo, 'config.set', SET)
  const store = new Store({ repository: locateRepository(repo), home: places.home })
  store.state.exec(`UPDATE operations SET summary = 'forged'`)
  store.close()
  const moved = places.move('repo', 'elsewhere')
  const { findings } = await places.call(moved, 'doctor.check', {})
  expect(findings.map(({ message }) => message).join('\n')).toMatch(/was changed after it was logged/)
  await places.call(moved, 'doctor.repair', {})
  const { entries } = await places.call(moved, 'store.log', {})
  expect(entries.map(({ operation }) => operation)).toContain('workspace.moved')
})

test('of processes that come to a moved repository at once, each finds the same log', async () => {
  using places = await openPlaces()
  const repo = places.make('repo')
  await places.call(repo, 'config.set', SET)
  const moved = places.move('repo', 'elsewhere')
  const logs = await Promise.all([1, 2, 3, 4].map(() => places.call(moved, 'store.log', {})))
  for (const { entries } of logs)
    expect(entries.map(({ operation }) => operation)).toEqual(['workspace.moved', 'config.set'])
})
