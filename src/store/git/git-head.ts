import path from 'node:path'
import { type FoundRepository, readGitFile } from './find-repository.ts'
import { whyNotRef } from './git-refs.ts'

export type GitHead =
  | { readonly kind: 'branch'; readonly branch: string /** None before the first commit. */; readonly commit?: string }
  | { readonly kind: 'detached'; readonly commit: string }
  /** Kept in a form that only git itself reads. */
  | { readonly kind: 'unknown' }

type GitFolders = Pick<FoundRepository, 'gitDir' | 'commonDir'>

/** What is checked out, read from the files and without starting git. */
export function gitHeadOf(places: GitFolders): GitHead {
  const said = readGitFile(path.join(places.gitDir, 'HEAD'))?.trim() ?? ''
  if (isHash(said)) return { kind: 'detached', commit: said }
  const branch = /^ref: refs\/heads\/(.+)$/.exec(said)?.[1]
  if (branch === undefined || whyNotRef(branch) !== undefined) return { kind: 'unknown' }
  const commit = commitOf(places.commonDir, `refs/heads/${branch}`)
  return { kind: 'branch', branch, ...(commit !== undefined && { commit }) }
}

/** The commit of a ref, as far as files say it. */
export function commitOf(commonDir: string, ref: string): string | undefined {
  const loose = readGitFile(path.join(commonDir, ref))?.trim()
  if (loose !== undefined && isHash(loose)) return loose
  const packed = readGitFile(path.join(commonDir, 'packed-refs')) ?? ''
  const line = packed.split('\n').find(entry => entry.endsWith(` ${ref}`))
  return line?.slice(0, line.indexOf(' '))
}

function isHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
