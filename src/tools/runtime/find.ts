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
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute)
  const key = folders.join(path.delimiter)
  const known = remembered.get(key)
  if (known !== undefined && fs.existsSync(known.program)) return known
  const found = search(folders) ?? { name: 'node', program: process.execPath }
  remembered.set(key, found)
  return found
}

const remembered = new Map<string, FoundRuntime>()

function search(folders: readonly string[]): FoundRuntime | undefined {
  for (const name of PREFERRED) {
    const program = folders.map(folder => path.join(folder, name)).find(isProgram)
    if (program !== undefined) return { name, program }
  }
  return undefined
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
