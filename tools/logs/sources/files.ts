import fs from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { pause } from '../../_shared/http.ts'
import { filesFor } from '../globs.ts'
import { linesOf } from '../lines.ts'
import { parseLine } from '../parse.ts'
import type { Asked, Source } from './source.ts'

export const files: Source = async asked => {
  const { input, context } = asked
  const found = filesFor(input.files, context.root)
  if (found.length === 0) throw new Error(`No file is called like ${input.files}.`)
  for (const [index, file] of found.entries()) {
    context.progress(`Reading ${path.relative(context.root, file)}`, Math.round((index / found.length) * 100))
    if (!(await readAll(file, asked))) return
  }
  const newest = found.filter(file => !isPacked(file)).at(-1)
  if (input.follow && newest !== undefined) await follow(newest, asked)
}

function isPacked(file: string): boolean {
  return file.endsWith('.gz')
}

async function readAll(file: string, { take, context }: Asked): Promise<boolean> {
  const bytes = fs.createReadStream(file, { signal: context.signal })
  const stream = isPacked(file) ? bytes.pipe(createGunzip()) : bytes
  try {
    for await (const line of linesOf(stream)) if (line !== '' && !take(parseLine(line))) return false
  } catch (error) {
    if (context.signal.aborted) throw error
    context.log(`${file} cannot be read to its end: ${error instanceof Error ? error.message : error}`, 'stderr')
  } finally {
    bytes.destroy()
  }
  return true
}

const LOOK_SECONDS = 0.2

/** What is written from now on, also when the file is begun anew. */
async function follow(file: string, { input, context, take }: Asked): Promise<void> {
  context.progress(`Following ${path.relative(context.root, file)}`)
  let at = fs.statSync(file).size
  let rest = ''
  for (const end = Date.now() + input.follow_seconds * 1000; Date.now() < end; ) {
    await pause(LOOK_SECONDS, context.signal)
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size < at) at = 0
    if (size === at) continue
    const lines = (rest + read(file, at, size)).split('\n')
    rest = lines.pop() ?? ''
    at = size
    for (const line of lines) if (line !== '' && !take(parseLine(line))) return
  }
}

const MOST_AT_ONCE = 4 * 2 ** 20

function read(file: string, from: number, to: number): string {
  const handle = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(to - from, MOST_AT_ONCE))
    const count = fs.readSync(handle, bytes, 0, bytes.length, from)
    return bytes.subarray(0, count).toString('utf8')
  } finally {
    fs.closeSync(handle)
  }
}
