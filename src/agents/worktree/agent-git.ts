import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../../store/files/read-file.ts'

/** What an agent's git writes, kept apart from the repository: shown to the agent in the places where git looks for it. */
export interface AgentGit {
  readonly gitDir: string
  readonly objects: string
  /** Where the agent sees the objects of the repository, which its own borrow from. */
  readonly shared: string
}

interface RepositoryGit {
  readonly gitDir: string
  readonly objects: string
}

/** What git would follow or execute later for whoever works in that worktree. */
const FIXED_FOLDERS = ['info', 'hooks'] as const
const FIXED_SETTINGS = 'config.worktree'
const FIXED_IN_GIT_DIR = ['commondir', 'gitdir', FIXED_SETTINGS, ...FIXED_FOLDERS] as const

/** What borrows from elsewhere, and packs, which an agent's git does not need to make. */
const FIXED_IN_OBJECTS = ['info', 'pack'] as const

/** What the agent may not change of what it is shown. */
export function fixedPlaces({ gitDir, objects }: RepositoryGit): string[] {
  return [
    ...FIXED_IN_GIT_DIR.map(name => path.join(gitDir, name)),
    ...FIXED_IN_OBJECTS.map(name => path.join(objects, name)),
  ]
}

/**
 * The agent of a worktree commits, so its git has to write a head, an index and objects. It writes copies of its own below
 * `folder`: no object that anybody else reads can be planted or swapped by it.
 */
export function ensureAgentGit(folder: string, repository: RepositoryGit): AgentGit {
  const at = (name: string) => path.join(folder, 'agent', name)
  // Told apart by their names from what they are shown in place of.
  const own = { gitDir: at('agent-git-dir'), objects: at('agent-objects'), shared: at('repository-objects') }
  makeFixed(repository)
  for (const place of [own.objects, own.shared]) fs.mkdirSync(place, { recursive: true, mode: 0o700 })
  if (!fs.existsSync(own.gitDir)) fs.cpSync(repository.gitDir, own.gitDir, { recursive: true })
  makeFixed(own)
  fs.writeFileSync(path.join(own.objects, ALTERNATES), `${[own.shared, ...borrowedBy(repository)].join('\n')}\n`)
  return own
}

/** What is not there cannot be covered, and could be made by the agent. */
function makeFixed({ gitDir, objects }: RepositoryGit): void {
  for (const name of FIXED_FOLDERS) fs.mkdirSync(path.join(gitDir, name), { recursive: true })
  for (const name of FIXED_IN_OBJECTS) fs.mkdirSync(path.join(objects, name), { recursive: true })
  fs.closeSync(fs.openSync(path.join(gitDir, FIXED_SETTINGS), 'a'))
}

const ALTERNATES = 'info/alternates'

/** Relative paths would be looked for beside the place where the objects are shown. */
function borrowedBy({ objects }: RepositoryGit): string[] {
  const file = path.join(objects, ALTERNATES)
  const lines = (readBytes(file)?.toString('utf8') ?? '').split('\n')
  return lines.filter(line => line !== '' && !line.startsWith('#')).map(line => path.resolve(objects, line))
}
