import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Lab } from '../lab.ts'

/** Steps of an exploration, for tests that begin in the middle of one. */
export async function exploring(lab: Lab, topics: readonly string[] = ['OAuth 2.0 flows']): Promise<void> {
  await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth-approaches' })
  for (const name of topics) await lab.call('exploration.task_create', { name })
}

export async function summarizing(lab: Lab): Promise<void> {
  await exploring(lab)
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'The device flow fits.' })
  await lab.call('exploration.advance', {})
}

export async function addSummaries(lab: Lab, ...names: string[]): Promise<void> {
  for (const name of names) {
    lab.write(`.sow/project/${name}`, `# ${name}\n\n${names.map(other => `[${other}](${other})`).join(' ')}\n`)
    await lab.call('artifact.add', { path: `project/${name}` })
  }
}

export async function finalizing(lab: Lab, ...names: string[]): Promise<void> {
  await summarizing(lab)
  const all = names.length === 0 ? ['summary.md'] : names
  await addSummaries(lab, ...all)
  for (const path of all) await lab.call('artifact.approve', { path })
  await lab.call('exploration.complete', {})
}

export const GIT_ENV = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Maintainer',
  GIT_AUTHOR_EMAIL: 'maintainer@example.org',
  GIT_COMMITTER_NAME: 'Maintainer',
  GIT_COMMITTER_EMAIL: 'maintainer@example.org',
}

export function git(lab: Pick<Lab, 'root'>, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', ...GIT_ENV }
  return execFileSync('git', ['-C', lab.root, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** A first commit, an author, and a bare remote whose address is that of a forge. */
export function withRemote(lab: Pick<Lab, 'root'>, url = 'https://forge.test/team/shop.git'): string {
  const bare = path.join(path.dirname(lab.root), 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  git(lab, 'config', 'user.name', 'Maintainer')
  git(lab, 'config', 'user.email', 'maintainer@example.org')
  fs.writeFileSync(path.join(lab.root, 'readme.md'), '# Shop\n')
  git(lab, 'add', 'readme.md')
  git(lab, 'commit', '-qm', 'first')
  git(lab, 'remote', 'add', 'origin', url)
  git(lab, 'remote', 'set-url', '--push', 'origin', bare)
  return bare
}
