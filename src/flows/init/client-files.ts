import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isInside, realTarget } from '../../store/files/contain.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import type { FileRoot, InstallContext } from './contributions.ts'
import { readSkillBlock, readSkills } from './skills.ts'

/** The folders that files are relative to. */
export function rootsOf({ workspace, env }: Pick<Call, 'workspace' | 'env'>): Readonly<Record<FileRoot, string>> {
  return {
    workspace: workspace.root,
    home: env.HOME ?? os.homedir(),
    git: workspace.repository.commonDir,
  }
}

/** The program that this very install starts with. */
export function installedBin(): string {
  return path.join(packageRoot(), 'dist/furrow.cjs')
}

export function surroundings(call: Pick<Call, 'workspace' | 'env'>): InstallContext {
  const roots = rootsOf(call)
  return {
    skills: readSkills(),
    block: readSkillBlock(),
    bin: installedBin(),
    exists: (root, file) => fs.existsSync(path.join(roots[root], file)),
  }
}

/** Many repositories keep CLAUDE.md as a link to AGENTS.md: what is meant is the file behind it, as long as it is theirs. */
export function realFile(
  call: Pick<Call, 'workspace' | 'env'>,
  { root, file }: { root: FileRoot; file: string },
): string {
  if (root !== 'workspace') return file
  const base = fs.realpathSync(rootsOf(call)[root])
  const real = realTarget(path.join(base, file))
  return real !== undefined && isInside(base, real) ? path.relative(base, real).split(path.sep).join('/') : file
}

export function readClientFile(
  call: Pick<Call, 'workspace' | 'env'>,
  root: FileRoot,
  file: string,
): string | undefined {
  return readBytes(path.join(rootsOf(call)[root], file))?.toString('utf8')
}
