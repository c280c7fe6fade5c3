import { createHash } from 'node:crypto'
import { type Call, port } from '../call.ts'

/** Something of a repository that can be executed, as a person judges it: which file, and what exactly would run. */
export interface TrustSubject {
  /** `gates`, `tool:build`, `recipe:package.json` */
  readonly name: string
  /** The file or folder that it comes from, relative to the workspace. */
  readonly path: string
  /** Of everything that decides what runs; one changed byte there makes another hash. */
  readonly hash: string
  /** Every command in full. */
  readonly commands: readonly string[]
  /** Of a tool: how much the hash covers. */
  readonly covers?: Coverage
  /** Of a tool: the program that would run it. */
  readonly runtime?: RuntimeProgram
}

export interface Coverage {
  /** Of the tool itself and of what it imports beside it. */
  readonly files: number
  readonly packages: number
  readonly package_files: number
}

export interface RuntimeProgram {
  readonly name: string
  readonly program: string
}

/** The domains that execute something of a repository name it here; nothing may be run to find out. */
export type SubjectSource = (call: Call) => Promise<readonly TrustSubject[]>

export const subjectSources = port<readonly SubjectSource[]>('trust.subjects')

export async function subjectsOf(call: Call): Promise<TrustSubject[]> {
  const sources = await call.port(subjectSources)
  const lists = await Promise.all(sources.map(source => source(call)))
  return lists.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** One hash for all that is there to be trusted: what a person was shown is what is trusted, or nothing. */
export function digestOf(subjects: readonly Pick<TrustSubject, 'name' | 'hash'>[]): string {
  return contentHash(...subjects.map(({ name, hash }) => `${name}\0${hash}`))
}

export function contentHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  // Lengths in between, so that no two lists of parts run together.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\0`).update(part)
  return hash.digest('hex')
}
