import fs from 'node:fs'
import path from 'node:path'

export interface FoundRepository {
  readonly topLevel: string | undefined
  readonly gitDir: string
  readonly commonDir: string
  readonly bare: boolean
}

export function findRepository(start: string): FoundRepository | undefined {
  const git = path.join(start, '.git')
  if (fs.existsSync(git)) {
    const gitDir = fs.statSync(git).isDirectory()
      ? git
      : path.resolve(
          start,
          fs
            .readFileSync(git, 'utf8')
            .replace(/^gitdir: /, '')
            .trim(),
        )
    const common = path.join(gitDir, 'commondir')
    const commonDir = fs.existsSync(common) ? path.resolve(gitDir, fs.readFileSync(common, 'utf8').trim()) : gitDir
    return { topLevel: start, gitDir, commonDir: fs.realpathSync(commonDir), bare: false }
  }
  return path.dirname(start) === start ? undefined : findRepository(path.dirname(start))
}
