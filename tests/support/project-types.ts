import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Lab } from '../lab.ts'
import { git, withRemote } from './explorations.ts'
import { type ForgeServer, forgeConfig } from './forge.ts'

/** How something is asked for: in this process, at the command line, over MCP. What a person decides has a way of its own. */
export interface Door {
  call(operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  approve(input: Record<string, unknown>): Promise<unknown>
}

/** A repository with a first commit, a bare remote and a forge. */
export function withForge(lab: Lab, forge: ForgeServer): string {
  const bare = withRemote(lab)
  fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), forgeConfig(forge.api), { mode: 0o600 })
  return bare
}

export function directDoor(lab: Lab): Door {
  return {
    call: (operation, input) => lab.call(operation as 'exploration.status', input as never),
    approve: input => lab.call('artifact.approve', input as never),
  }
}

export function commitCode(lab: Lab, file: string): void {
  lab.write(file, `export const x = '${file}'\n`)
  git(lab, 'add', file)
  git(lab, 'commit', '-qm', `feat: ${file}`)
}

async function addApproved(lab: Lab, door: Door, { path: file, ...more }: Record<string, string>): Promise<void> {
  lab.write(`.sow/project/${file}`, `# ${file}\n\nWhat there is to say.\n`)
  const { verdict, note, ...given } = more
  await door.call('artifact.add', { path: file, ...given })
  await door.approve({ path: file, ...(verdict && { verdict }), ...(note && { note }) })
}

/** From the start to the point where nothing but finish is left. */
export const WAYS: Readonly<Record<string, (lab: Lab, door: Door) => Promise<void>>> = {
  async exploration(lab, door) {
    await door.call('exploration.start', { title: 'Which login?', name: 'login', type: 'exploration' })
    await door.call('exploration.task_create', { name: 'OAuth' })
    await door.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'It fits.' })
    await door.call('exploration.advance', {})
    await addApproved(lab, door, { path: 'summary.md' })
  },
  async design(lab, door) {
    await door.call('exploration.start', { title: 'The login', name: 'login', type: 'design', inputs: ['readme.md'] })
    await door.call('exploration.task_create', { name: 'Sessions' })
    await addApproved(lab, door, { path: 'designs/001-sessions.md', task: '001' })
    await door.call('exploration.task_update', { id: '001', status: 'completed' })
  },
  async breakdown(lab, door) {
    await door.call('exploration.start', { title: 'The login', name: 'login', type: 'breakdown' })
    await addApproved(lab, door, { path: 'discovery.md' })
    await door.call('exploration.complete', {})
    await door.call('exploration.task_create', { name: 'The page' })
    await door.call('exploration.task_create', { name: 'The model' })
    await door.call('exploration.task_update', { id: '001', depends_on: ['002'] })
    for (const id of ['001', '002']) {
      await addApproved(lab, door, { path: `specifications/${id}.md`, task: id })
      await door.call('exploration.task_update', { id, status: 'completed' })
    }
  },
  async standard(lab, door) {
    await door.call('exploration.start', {
      title: 'Add a login',
      name: 'login',
      type: 'standard',
      inputs: ['readme.md'],
    })
    await door.call('exploration.task_create', { name: 'The model' })
    await door.call('exploration.task_create', { name: 'The page', depends_on: ['001'] })
    await addApproved(lab, door, { path: 'plan.md' })
    await door.call('exploration.complete', {})
    for (const id of ['001', '002']) {
      commitCode(lab, `src/${id}.ts`)
      await door.call('exploration.task_update', { id, status: 'completed', outcome: `Built ${id}.` })
    }
    await door.call('exploration.complete', {})
    await addApproved(lab, door, { path: 'review-1.md', verdict: 'fail', note: 'The tests are missing.' })
    expect(await door.call('exploration.complete', {})).toMatchObject({ state: 'Planning', iteration: 2 })
    await door.call('exploration.task_create', { name: 'The tests' })
    await door.call('exploration.complete', {})
    commitCode(lab, 'src/003.test.ts')
    await door.call('exploration.task_update', { id: '003', status: 'completed' })
    await door.call('exploration.complete', {})
    await addApproved(lab, door, { path: 'review-2.md', verdict: 'pass' })
  },
}

export const BRANCHES: Readonly<Record<string, string>> = {
  exploration: 'explore/login',
  design: 'design/login',
  breakdown: 'breakdown/login',
  standard: 'feat/login',
}

/** One pull request, one issue for each work unit, everything pushed, whatever happened on the way. */
export function expectFinished(
  type: string,
  { lab, bare, forge }: { lab: Lab; bare: string; forge: ForgeServer },
): void {
  expect(forge.complaints).toEqual([])
  expect(forge.opened).toMatchObject([{ head: BRANCHES[type], base: 'main' }])
  const pushed = git({ root: bare }, 'rev-parse', BRANCHES[type] ?? '').trim()
  expect(pushed).toBe(git(lab, 'rev-parse', 'HEAD').trim())
  expect(git(lab, 'ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('.sow/project')
  expect(lab.list('.sow')).not.toContain('project')
  expect(forge.issues.map(({ title }) => title)).toEqual(type === 'breakdown' ? ['The model', 'The page'] : [])
  if (type === 'breakdown') expect(forge.issues[1]?.body).toContain('- #1 The model')
  if (type !== 'standard') return
  expect(forge.ready).toEqual([1])
  expect(forge.opened[0]?.body).toContain('Passed by')
}
