import fs from 'node:fs'
import path from 'node:path'
import type { Runtime } from '../../runs/model.ts'

/** A program that runs TypeScript tools. */
export interface FoundRuntime {
  readonly name: Exclude<Runtime, 'shell'>
  readonly program: string
}

const PREFERRED = ['bun', 'deno'] as const

/** bun, else deno, else the Node that runs Furrow. */
export function findRuntime(env: Readonly<Record<string, string | undefined>>): FoundRuntime {
  const folders = foldersOf(env)
  const key = folders.join(path.delimiter)
  const known = remembered.get(key)
  if (known !== undefined && fs.existsSync(known.program)) return known
  const found = search(folders) ?? { name: 'node', program: process.execPath }
  remembered.set(key, found)
  return found
}

const remembered = new Map<string, FoundRuntime>()

/** All of them in the order of preference, with where each is. */
export function allRuntimes(
  env: Readonly<Record<string, string | undefined>>,
): { name: FoundRuntime['name']; program: string | undefined }[] {
  const folders = foldersOf(env)
  return [
    ...PREFERRED.map(name => ({ name, program: programIn(folders, name) })),
    { name: 'node', program: process.execPath },
  ]
}

function search(folders: readonly string[]): FoundRuntime | undefined {
  for (const name of PREFERRED) {
    const program = programIn(folders, name)
    if (program !== undefined) return { name, program }
  }
  return undefined
}

function foldersOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return (env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute)
}

function programIn(folders: readonly string[], name: string): string | undefined {
  return folders.map(folder => path.join(folder, name)).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
