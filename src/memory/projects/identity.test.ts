import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { packageRoot, person } from '../../../tests/lab.ts'
import { type App, createApp } from '../../app/app.ts'
import { makeManifest } from '../../app/manifest.ts'
import type { Operations } from '../../app/registry.ts'
import { MEMORY_MIGRATIONS } from '../sqlite/schema.ts'

/** One person's home and many folders: each call is a process of its own, as the command line is. */
async function openHouse() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-identity-')))
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: base,
    FURROW_HOME: path.join(base, 'home'),
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  }
  const manifest = await makeManifest(packageRoot)
  const at = (...parts: string[]) => path.join(base, ...parts)
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, env, stdio: 'pipe' })
      .toString()
      .trim()
  return {
    base,
    env,
    at,
    git,
    folder(...parts: string[]): string {
      fs.mkdirSync(at(...parts), { recursive: true })
      return at(...parts)
    },
    commit(folder: string, text: string): void {
      fs.writeFileSync(path.join(folder, 'file.txt'), text)
      git(folder, 'add', '.')
      git(folder, 'commit', '-q', '-m', text)
    },
    repository(...parts: string[]): string {
      const folder = this.folder(...parts)
      git(folder, 'init', '-q', '-b', 'main')
      this.commit(folder, `first of ${parts.join('/')}`)
      return folder
    },
    async call<Name extends keyof Operations>(
      root: string,
      name: Name,
      input: Operations[Name]['given'],
      home = env.FURROW_HOME,
    ) {
      const app: App = createApp({ root, env: { ...env, FURROW_HOME: home }, checkOutputs: true, manifest })
      try {
        const outcome = await app.call(name, input, { actor: person })
        if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.error)}`)
        return outcome.value as Operations[Name]['output']
      } finally {
        await app[Symbol.asyncDispose]()
      }
    },
    async save(root: string, title: string, more: object = {}) {
      return this.call(root, 'memory.save', { title, content: `walrus ${title}`, ...more })
    },
    async titles(root: string): Promise<string[]> {
      const { hits } = await this.call(root, 'memory.search', { query: 'walrus' })
      return hits.map(({ title }) => title).sort()
    },
    async [Symbol.asyncDispose]() {
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

test('a remote that is added later changes the name of a repository, not its memory', async () => {
  await using house = await openHouse()
  const repo = house.repository('repo')
  await house.save(repo, 'one', { topic_key: 'decision/one' })
  await house.call(repo, 'memory.explore', { title: 'Sign-on', goals: 'walrus' })
  house.git(repo, 'remote', 'add', 'origin', 'git@example.org:team/shop-api.git')

  const found = await house.call(repo, 'memory.search', { query: 'walrus' })
  expect(found.hits).toHaveLength(2)
  expect(found.project).toEqual({
    name: 'repo',
    resolved_by: 'root commit',
    message: 'This repository was known as `repo`; its 2 records are here.',
  })
  expect((await house.call(repo, 'memory.search', { query: 'walrus' })).project.message).toBeUndefined()
  expect(await house.call(repo, 'memory.explore', { title: 'Sign-on', unknowns: 'which?' })).toMatchObject({
    action: 'updated',
    revision: 2,
  })
  expect((await house.call(repo, 'memory.context', {})).observations).toHaveLength(2)
  expect((await house.call(repo, 'memory.search', { query: 'walrus', project: 'shop-api' })).hits).toHaveLength(2)
})

test.each([
  ['a renamed folder', 'renamed'],
  ['a moved clone', 'elsewhere/deep/repo'],
])('%s finds its records', async (_, target) => {
  await using house = await openHouse()
  const repo = house.repository('repo')
  await house.save(repo, 'one')
  fs.mkdirSync(path.dirname(house.at(target)), { recursive: true })
  fs.renameSync(repo, house.at(target))
  const found = await house.call(house.at(target), 'memory.search', { query: 'walrus' })
  expect(found.hits.map(({ title }) => title)).toEqual(['one'])
  expect(found.project.message).toBe(`This repository was known as \`repo\` at ${repo}; its record is here.`)
})

test('a second worktree, a clone and a fork share the records of their history', async () => {
  await using house = await openHouse()
  const repo = house.repository('repo')
  await house.save(repo, 'one')
  house.git(repo, 'worktree', 'add', '-q', house.at('second'), '-b', 'second')
  expect(await house.titles(house.at('second'))).toEqual(['one'])
  house.git(house.base, 'clone', '-q', repo, house.at('fork'))
  house.git(house.at('fork'), 'remote', 'set-url', 'origin', 'https://example.org/me/my-fork.git')
  house.commit(house.at('fork'), 'goes its own way')
  await house.save(house.at('fork'), 'two')
  expect(await house.titles(repo)).toEqual(['one', 'two'])
})

test('two unrelated repositories of one name, and two folders without git, do not share', async () => {
  await using house = await openHouse()
  for (const make of [(name: string) => house.repository(name, 'api'), (name: string) => house.folder(name, 'notes')]) {
    const [one, two] = [make('a'), make('b')]
    await house.save(one, 'first')
    const second = await house.save(two, 'second')
    expect(second.project.name).toMatch(/^(?:api|notes)-2$/)
    expect(second.project.message).toMatch(
      /^Another project is called `(?:api|notes)`; the records of this one are kept as/,
    )
    expect([await house.titles(one), await house.titles(two)]).toEqual([['first'], ['second']])
    // Whoever names it by what the folder is called means this one.
    const named = await house.call(two, 'memory.search', { query: 'walrus', project: path.basename(two) })
    expect(named.hits.map(({ title }) => title)).toEqual(['second'])
  }
})

test('records made before git, before the first commit and after it are one project’s', async () => {
  await using house = await openHouse()
  const folder = house.folder('idea')
  await house.save(folder, 'a')
  house.git(folder, 'init', '-q', '-b', 'main')
  await house.save(folder, 'b')
  house.commit(folder, 'first')
  await house.save(folder, 'c')
  expect(await house.titles(folder)).toEqual(['a', 'b', 'c'])
  fs.renameSync(folder, house.at('product'))
  expect(await house.titles(house.at('product'))).toEqual(['a', 'b', 'c'])
})

test('a folder without git keeps its records when it is renamed', async () => {
  await using house = await openHouse()
  const folder = house.folder('notes')
  await house.save(folder, 'a')
  fs.renameSync(folder, house.at('papers'))
  expect(await house.titles(house.at('papers'))).toEqual(['a'])
})

test('an orphan branch, a merged foreign history and a rewritten one do not change whose records they are', async () => {
  await using house = await openHouse()
  const library = house.repository('library')
  await house.save(library, 'of the library')
  const repo = house.repository('repo')
  await house.save(repo, 'one')
  house.git(repo, 'fetch', '-q', library, 'main')
  house.git(repo, 'merge', '-q', '--allow-unrelated-histories', '-s', 'ours', '-m', 'take it in', 'FETCH_HEAD')
  expect(await house.titles(repo)).toEqual(['one'])
  house.git(house.base, 'clone', '-q', repo, house.at('clone'))
  expect(await house.titles(house.at('clone'))).toEqual(['one'])
  house.git(repo, 'checkout', '-q', '--orphan', 'pages')
  house.commit(repo, 'pages')
  expect(await house.titles(repo)).toEqual(['one'])
})

test('a shallow clone is known by its remote, and keeps its records when the history comes', async () => {
  await using house = await openHouse()
  const origin = house.repository('origin')
  house.commit(origin, 'second')
  const url = `file://${origin}`
  house.git(house.base, 'clone', '-q', url, house.at('whole'))
  await house.save(house.at('whole'), 'one')
  house.git(house.base, 'clone', '-q', '--depth', '1', url, house.at('shallow'))
  expect(await house.titles(house.at('shallow'))).toEqual(['one'])
  house.git(house.base, 'clone', '-q', '--depth', '1', `file://${house.repository('other')}`, house.at('alone'))
  await house.save(house.at('alone'), 'two')
  house.git(house.at('alone'), 'fetch', '-q', '--unshallow')
  expect(await house.titles(house.at('alone'))).toEqual(['two'])
})

test('another repository at the same path does not get the records, and is told of them', async () => {
  await using house = await openHouse()
  const repo = house.repository('repo')
  await house.save(repo, 'one')
  fs.rmSync(repo, { recursive: true })
  house.git(house.folder('repo'), 'init', '-q', '-b', 'main')
  house.commit(repo, 'unrelated')
  const found = await house.call(repo, 'memory.search', { query: 'walrus' })
  expect(found.hits).toEqual([])
  expect(found.project.message).toContain('Another project was at this path: `repo` with 1 record.')
})

test('projects are listed, merged and split, and no record is changed by that', async () => {
  await using house = await openHouse()
  const [one, two] = [house.repository('a', 'api'), house.repository('b', 'api')]
  await house.save(one, 'first', { topic_key: 'x/y' })
  await house.save(two, 'second', { topic_key: 'x/y' })
  const listed = await house.call(one, 'memory.projects', {})
  expect(listed.projects.map(({ name, records, is_here }) => ({ name, records, is_here }))).toEqual([
    { name: 'api-2', records: 1, is_here: false },
    { name: 'api', records: 1, is_here: true },
  ])
  expect(listed.projects[1]).toMatchObject({ roots: [house.git(one, 'rev-parse', 'HEAD')], paths: [one] })

  expect(await house.call(one, 'memory.projects_merge', { from: 'api-2', into: 'api' })).toMatchObject({ records: 2 })
  expect([await house.titles(one), await house.titles(two)]).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ])
  expect((await house.save(two, 'first again', { topic_key: 'x/y' })).action).toBe('updated')
  await house.call(one, 'memory.projects_split', { name: 'api-2' })
  expect([await house.titles(one), await house.titles(two)]).toEqual([['first again'], ['second']])
})

test('a clone that went its own way can be split off, take records along, and come back', async () => {
  await using house = await openHouse()
  const repo = house.repository('template')
  await house.save(repo, 'common')
  await house.save(repo, 'mine')
  const clone = house.at('shop')
  house.git(house.base, 'clone', '-q', repo, clone)
  expect(await house.call(clone, 'memory.projects_split', { as: 'shop' })).toEqual({
    name: 'shop',
    from: 'template',
    records: 0,
    left: 2,
    moved: [],
    undo: 'furrow memory projects merge shop template',
  })
  await house.call(clone, 'memory.projects_split', { name: 'template', as: 'shop', ids: [2] })
  expect([await house.titles(repo), await house.titles(clone)]).toEqual([['common'], ['mine']])
  await house.call(clone, 'memory.projects_merge', { from: 'shop', into: 'template' })
  expect(await house.titles(clone)).toEqual(['common', 'mine'])
})

test('moving records moves exactly those, says the counts, and the command that it names undoes it', async () => {
  await using house = await openHouse()
  const [repo, other] = [house.repository('shop'), house.repository('other')]
  for (const title of ['one', 'two', 'three']) await house.save(repo, title)
  await house.save(other, 'foreign')
  const moved = await house.call(repo, 'memory.projects_split', { ids: [1, 2], as: 'tools' })
  expect(moved).toEqual({
    name: 'tools',
    from: 'shop',
    records: 2,
    left: 1,
    moved: [1, 2],
    undo: 'furrow memory projects split tools --as shop --ids 1 --ids 2',
  })
  expect(await house.titles(repo)).toEqual(['three'])
  expect((await house.save(repo, 'four')).project.name).toBe('shop')
  await expect(house.call(repo, 'memory.projects_split', { ids: [3, 4], as: 'tools' })).rejects.toThrow(
    '#4 belongs to the project `other`, not to `shop`; nothing was moved.',
  )
  expect(await house.titles(repo)).toEqual(['four', 'three'])
  await house.call(repo, 'memory.projects_split', { name: 'tools', as: 'shop', ids: [1, 2] })
  expect(await house.titles(repo)).toEqual(['four', 'one', 'three', 'two'])
})

test('a merge that cannot be names only what is unknown, and why two names are one project', async () => {
  await using house = await openHouse()
  const [repo, other] = [house.repository('shop'), house.repository('other')]
  await house.save(repo, 'one')
  await house.save(other, 'two')
  const merge = (from: string, into: string) => house.call(repo, 'memory.projects_merge', { from, into })
  await expect(merge('nosuch', 'shop')).rejects.toThrow('Memory has no project called `nosuch`.')
  await expect(merge('nosuch', 'none')).rejects.toThrow('Memory has no project called `nosuch` or `none`.')
  await expect(merge('other', 'other')).rejects.toThrow('Name two projects: `other` cannot be merged into itself.')
  await merge('other', 'shop')
  await expect(merge('other', 'shop')).rejects.toThrow('`other` is part of `shop` already.')
})

test('of a name that two repositories had in 0.1, both keep the old records and nothing more is mixed', async () => {
  await using house = await openHouse()
  const [one, two] = [house.repository('a', 'api'), house.repository('b', 'api')]
  writeMemoryOf01(path.join(house.env.FURROW_HOME, 'memory.db'), 'api', ['old one', 'old two'])
  expect(await house.titles(one)).toEqual(['old one', 'old two'])
  await house.save(one, 'new one')
  const second = await house.call(two, 'memory.search', { query: 'walrus' })
  expect(second.project.message).toContain('2 older records cannot be told apart')
  await house.save(two, 'new two')
  expect(await house.titles(one)).toEqual(['new one', 'old one', 'old two'])
  expect(await house.titles(two)).toEqual(['new two', 'old one', 'old two'])
})

test('a name in the config is shared by every repository that has it, with what was known before', async () => {
  await using house = await openHouse()
  const [one, two] = [house.repository('one'), house.repository('two')]
  await house.save(one, 'before')
  for (const repo of [one, two]) await house.call(repo, 'config.set', { key: 'project.name', value: 'suite' })
  await house.save(two, 'of two')
  expect(await house.titles(one)).toEqual(['before', 'of two'])
  expect(await house.titles(two)).toEqual(['of two'])
})

test('the address of a remote is kept without the password in it', async () => {
  await using house = await openHouse()
  const repo = house.repository('repo')
  house.git(repo, 'remote', 'add', 'origin', 'https://me:hunter2hunter2@example.org/team/shop.git')
  await house.save(repo, 'one')
  const file = path.join(house.env.FURROW_HOME, 'memory/memory.db')
  const bytes = ['', '-wal'].map(suffix => `${file}${suffix}`).filter(name => fs.existsSync(name))
  expect(bytes.map(name => fs.readFileSync(name, 'latin1')).join('')).not.toContain('hunter2')
})

function writeMemoryOf01(file: string, project: string, titles: readonly string[]): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const old = new DatabaseSync(file)
  old.exec(MEMORY_MIGRATIONS.slice(0, 3).join('\n'))
  old.exec(`INSERT INTO sessions (id, project, started_at) VALUES ('s', '${project}', 1)`)
  for (const title of titles)
    old
      .prepare(
        `INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at)
         VALUES (?, 's', 'manual', ?, ?, ?, 'project', '{"door":"cli","actor":"a","kind":"person"}', 'h', 1, 1, 1)`,
      )
      .run(title, title, `walrus ${title}`, project)
  old.exec('PRAGMA user_version = 3')
  old.close()
}

test('an export takes along by what a project is recognised: the same history under another name finds its records', async () => {
  await using house = await openHouse()
  const shop = house.repository('shop')
  await house.save(shop, 'Ports')
  house.git(shop, 'remote', 'add', 'origin', 'git@example.com:team/shop-api.git')
  await house.call(shop, 'memory.context', {})
  const { jsonl } = await house.call(shop, 'memory.export', {})
  const root = house.git(shop, 'rev-list', '--max-parents=0', 'HEAD')
  expect(JSON.parse(jsonl.split('\n')[0] ?? '')).toEqual({
    kind: 'project',
    name: 'shop',
    aliases: ['shop-api'],
    roots: [root],
    pools: [],
  })
  expect(jsonl).not.toContain(house.base)

  const clone = house.at('my-clone')
  house.git(house.base, 'clone', '-q', shop, clone)
  house.git(clone, 'remote', 'remove', 'origin')
  const home = house.at('other-home')
  await house.call(clone, 'memory.save', { title: 'Own', content: 'walrus of this machine' }, home)
  const first = await house.call(clone, 'memory.import', { content: jsonl }, home)
  expect(first).toMatchObject({ added: 2, skipped: [] })
  expect(await house.call(clone, 'memory.import', { content: jsonl }, home)).toMatchObject({ added: 0 })
  const titles = async (project?: string) => {
    const { hits } = await house.call(clone, 'memory.search', { query: 'walrus', ...(project && { project }) }, home)
    return hits.map(({ title }) => title).sort()
  }
  expect(await titles()).toEqual(['Own', 'Ports'])
  expect(await titles('shop-api')).toEqual(['Own', 'Ports'])
  const { projects } = await house.call(clone, 'memory.projects', {}, home)
  expect(projects.map(({ name, merged, records }) => [name, merged, records])).toEqual([['my-clone', ['shop'], 2]])
})

test('an import on a fresh machine lets the repository claim its records by its root commit, whatever it is called', async () => {
  await using house = await openHouse()
  const shop = house.repository('shop')
  await house.save(shop, 'Ports')
  const { jsonl } = await house.call(shop, 'memory.export', {})
  const home = house.at('other-home')
  const elsewhere = house.folder('notes')
  await house.call(elsewhere, 'memory.import', { content: jsonl }, home)
  const unrelated = house.repository('other', 'shop')
  const found = await house.call(unrelated, 'memory.search', { query: 'walrus' }, home)
  expect(found.hits).toEqual([])
  house.git(house.base, 'clone', '-q', shop, house.at('renamed'))
  const again = await house.call(house.at('renamed'), 'memory.search', { query: 'walrus' }, home)
  expect(again.hits.map(({ title }) => title)).toEqual(['Ports'])
})
