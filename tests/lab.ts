import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type App, type AppOptions, createApp } from '../src/app/app.ts'
import { makeManifest } from '../src/app/manifest.ts'
import type { Operations } from '../src/app/registry.ts'
import type { Actor } from '../src/operation/actor.ts'
import type { Failure } from '../src/operation/errors.ts'
import type { Manifest } from '../src/operation/manifest.ts'

export const packageRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
export const bin = path.join(packageRoot, 'dist/furrow.cjs')

export const person: Actor = { kind: 'person', id: 'person', door: 'cli' }
export const agent: Actor = { kind: 'agent', id: 'test-agent', door: 'mcp' }

/** A real workspace on a real disk with a home of its own, gone at the end of the test. */
export interface Lab extends AsyncDisposable {
  readonly app: App
  readonly root: string
  readonly home: string
  /** The environment for processes that belong to this lab. */
  readonly env: Record<string, string>
  call<Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['given'],
    actor?: Actor,
  ): Promise<Operations[Name]['output']>
  refusal<Name extends keyof Operations>(name: Name, input: unknown, actor?: Actor): Promise<Failure>
  write(file: string, text: string): void
  read(file: string): string
  list(folder: string): string[]
}

export async function openLab(options: { git?: boolean } & Partial<AppOptions> = {}): Promise<Lab> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-lab-')))
  const root = path.join(base, 'workspace')
  const home = path.join(base, 'home')
  fs.mkdirSync(root)
  if (options.git !== false) initRepository(root)
  const env = { PATH: process.env.PATH ?? '', HOME: base, FURROW_HOME: home, NO_COLOR: '1' }
  const manifest = options.manifest ?? (await testManifest())
  const app = createApp({ root, env, checkOutputs: true, ...options, manifest })
  return {
    app,
    root,
    home,
    env,
    async call(name, input, actor = person) {
      const outcome = await app.call(name, input, { actor })
      if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.error)}`)
      return outcome.value as never
    },
    async refusal(name, input, actor = person) {
      const outcome = await app.call(name, input, { actor })
      if (outcome.ok) throw new Error(`${name} was not refused`)
      return outcome.error
    },
    write(file, text) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      fs.writeFileSync(path.join(root, file), text)
    },
    read: file => fs.readFileSync(path.join(root, file), 'utf8'),
    list: folder => (fs.existsSync(path.join(root, folder)) ? fs.readdirSync(path.join(root, folder)).sort() : []),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await removeFolder(base)
    },
  }
}

/**
 * A process that was told to end may write its last file while the folder is being emptied. Node's own retries only
 * remove the folder again, never what has come into it since.
 */
async function removeFolder(folder: string): Promise<void> {
  for (let left = 200; ; left -= 1)
    try {
      return fs.rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
      await setTimeout(50)
    }
}

let manifest: Promise<Manifest> | undefined

/** Made once per process: every contract becomes two JSON schemas, which takes longer than most tests. */
export function testManifest(): Promise<Manifest> {
  manifest ??= makeManifest(packageRoot)
  return manifest
}

let template: string | undefined

/** What `git init` makes, copied: a process for each lab costs more than its files. */
function initRepository(root: string): void {
  template ??= newRepository()
  fs.cpSync(template, path.join(root, '.git'), { recursive: true })
}

function newRepository(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-template-'))
  execFileSync('git', ['init', '-q', '-b', 'main', folder])
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, '.git')
}
