import path from 'node:path'
import { readBytes } from '../store/files/read-file.ts'
import { type Config, readConfig } from './config/read-config.ts'
import type { Home } from './home.ts'
import type { Workspace } from './workspace.ts'

/** The name under which records of a project are kept, and how it was found. */
export interface ResolvedProject {
  readonly name: string
  readonly resolved_by: 'argument' | 'config' | 'git remote' | 'folder name'
  readonly aliases: readonly string[]
}

export function resolveProject(
  place: { home: Home; workspace: Workspace },
  argument?: string,
  config: Config = readConfig(place),
): ResolvedProject {
  const aliases = aliasesIn(config)
  const [name, resolved_by] = resolve(place.workspace, config, argument)
  return { name, resolved_by, aliases: aliases.filter(alias => alias !== name) }
}

function resolve(
  { repository, root }: Workspace,
  config: Config,
  argument?: string,
): [string, ResolvedProject['resolved_by']] {
  if (argument !== undefined) return [argument, 'argument']
  const configured = config.get('project.name').value
  if (typeof configured === 'string') return [configured, 'config']
  const remote = repository.gitDir === undefined ? undefined : originName(repository.commonDir)
  return remote === undefined ? [path.basename(repository.mainWorktree ?? root), 'folder name'] : [remote, 'git remote']
}

/** `shop` from `git@host:team/shop.git`. */
function originName(commonDir: string): string | undefined {
  const url = remoteOf(commonDir)
  return url === undefined ? undefined : /([^/:\\]+?)(?:\.git)?\/?$/.exec(url)?.[1]
}

/** The address of `origin`; read as text, because asking git would start a process for every command. */
export function remoteOf(commonDir: string): string | undefined {
  const config = readBytes(path.join(commonDir, 'config'))?.toString('utf8') ?? ''
  const section = /^\[remote "origin"\]\s*\n((?:\s+.*\n?)*)/m.exec(config)?.[1] ?? ''
  return /^\s*url\s*=\s*(\S+)/m.exec(section)?.[1]
}

function aliasesIn(config: Config): readonly string[] {
  const { value } = config.get('project.aliases')
  return Array.isArray(value) ? value : []
}
