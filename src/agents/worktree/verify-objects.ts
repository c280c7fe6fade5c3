import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { EnvironmentContext } from '../../workspace/call.ts'

/** Two commits or trees whose difference is read. */
export type Pair = readonly [from: string, to: string]

/**
 * Git does not compare a loose object with its hash when it reads it. Everything that a difference is made of, commits,
 * trees and files of both sides, is hashed here first; what has other content than its name says is refused.
 */
export async function verifyObjects(call: EnvironmentContext, pairs: readonly Pair[]): Promise<void> {
  const named = new Map<string, string>()
  for (const pair of pairs) for (const [id, at] of await objectsBetween(call, pair)) named.set(id, named.get(id) ?? at)
  const hashes = hashObjects()
  await runGit(call.workspace.root, ['cat-file', '--batch'], {
    env: call.env,
    timeoutMs: 300_000,
    // It ends at an object that it cannot read; then that one has no hash.
    answers: [128],
    input: [...named.keys()].map(id => `${id}\n`).join(''),
    onOutput: hashes.take,
  })
  for (const [id, at] of named) if (hashes.found.get(id) !== id) throw damaged(call, id, at)
}

/** By id, with the path of each as a person knows it. */
async function objectsBetween(
  { workspace: { root }, env }: EnvironmentContext,
  [from, to]: Pair,
): Promise<[string, string][]> {
  const trees = await runGit(root, ['rev-parse', '--verify', `${from}^{tree}`], { env })
  const others = await runGit(root, ['rev-parse', '--verify', `${to}^{tree}`], { env })
  const args = ['diff-tree', '-r', '-t', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options', from, to]
  const { stdout } = await runGit(root, args, { env, maxBytes: 256 * 2 ** 20 })
  const tops = [from, to, trees.stdout.trim(), others.stdout.trim()].map((id): [string, string] => [id, '.'])
  const parts = stdout.split('\0')
  const below: [string, string][] = []
  for (let at = 0; at + 1 < parts.length; at += 2) below.push(...objectsIn(parts[at] ?? '', parts[at + 1] ?? ''))
  return [...tops, ...below]
}

const SUBMODULE = '160000'

function objectsIn(raw: string, at: string): [string, string][] {
  const [modeBefore = '', modeAfter, before = '', after = ''] = raw.slice(1).split(' ')
  const sides: [string | undefined, string][] = [
    [modeBefore, before],
    [modeAfter, after],
  ]
  return sides.flatMap(([mode, id]) => (mode === SUBMODULE || /^0+$/.test(id) ? [] : [[id, at] as [string, string]]))
}

interface Hashing {
  readonly id: string
  readonly hash: Hash
  left: number
}

/** The hash of each object in the answer of `git cat-file --batch`, by the name that it was asked for. */
function hashObjects() {
  const found = new Map<string, string>()
  let header = ''
  let current: Hashing | undefined
  const takeHeader = (chunk: Buffer, at: number): number => {
    const end = chunk.indexOf('\n', at)
    header += chunk.toString('latin1', at, end < 0 ? chunk.length : end)
    if (end < 0) return chunk.length
    current = beginHash(header)
    header = ''
    return end + 1
  }
  const takeContent = (hashing: Hashing, chunk: Buffer, at: number): number => {
    const part = chunk.subarray(at, at + hashing.left)
    hashing.hash.update(part)
    hashing.left -= part.length
    return at + part.length
  }
  const take = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (current === undefined) at = takeHeader(chunk, at)
      else if (current.left > 0) at = takeContent(current, chunk, at)
      else {
        found.set(current.id, current.hash.digest('hex'))
        current = undefined
        // A line break ends each of them.
        at += 1
      }
    }
  }
  return { found, take }
}

/** `<id> <type> <size>`, or `<id> missing`. */
function beginHash(header: string): Hashing | undefined {
  const [id = '', type = '', size] = header.split(' ')
  if (size === undefined) return undefined
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1').update(`${type} ${size}\0`)
  return { id, hash, left: Number(size) }
}

function damaged({ workspace: { repository } }: EnvironmentContext, id: string, at: string) {
  const loose = path.join(repository.commonDir, 'objects', id.slice(0, 2), id.slice(2))
  const isLoose = fs.existsSync(loose)
  const way = isLoose ? ' Remove it: git makes it again from the file, as long as the worktree has that.' : ''
  return refuse('damaged', `${at}: the object ${id} is missing or has other content than its hash says.${way}`, {
    target: at,
    fix: isLoose ? shell`rm -f -- ${loose}` : shell`git fsck --full`,
    details: { object: id },
  })
}
