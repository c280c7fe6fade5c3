import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { environmentOf } from '../../runs/spawn/environment.ts'
import { confineGuarded } from '../../runs/spawn/guard.ts'
import { startProcess } from '../../runs/spawn/start-process.ts'
import { isObject } from '../../shared/is-object.ts'
import { tempName } from '../../store/files/files.ts'
import { hasCode } from '../../store/files/io-refusal.ts'
import type { Call } from '../../workspace/call.ts'
import type { Closure } from '../files/closure.ts'
import type { ToolPlace } from '../files/tool-folders.ts'
import { commandFor, variablesFor } from '../runtime/command.ts'
import { type FoundRuntime, findRuntime } from '../runtime/find-runtime.ts'
import { errorLines } from './error-lines.ts'

/** What a tool said about itself when it was asked, or why it said nothing of use. */
export type MetaAnswer = { readonly meta: Record<string, unknown> } | { readonly error: string }

const PATIENCE_MS = 10_000
const LARGEST = 2 ** 20

type MetaContext = Pick<Call, 'env' | 'home' | 'manifest' | 'workspace'>

/** From the cache where it was asked before in these very words; else by running `--meta`. For trusted tools only. */
export async function toolMetaOf(
  call: MetaContext,
  place: ToolPlace,
  { closure, runtime }: { closure: Closure; runtime: FoundRuntime },
): Promise<MetaAnswer> {
  const key = keyOf(call, closure, runtime)
  const known = remembered.get(key)
  if (known !== undefined) return known
  const file = cacheFile(call, closure, runtime)
  const cached = readCached(file)
  if (cached !== undefined) return remember(key, cached)
  const said = await ask(call, place, closure)
  writeCached(file, said)
  return remember(key, said)
}

function keyOf({ home }: MetaContext, { hash }: Closure, { name }: FoundRuntime): string {
  return `${home.dir}\0${hash}\0${name}`
}

function cacheFile({ home }: MetaContext, { hash }: Closure, { name }: FoundRuntime): string {
  return home.file('caches', 'tools', `${hash}-${name}.json`)
}

/** A failure may have had a passing cause: whoever looks at one tool asks it again. */
export function forgetFailure(call: MetaContext, closure: Closure): void {
  const runtime = findRuntime(call)
  const [key, file] = [keyOf(call, closure, runtime), cacheFile(call, closure, runtime)]
  const known = remembered.get(key) ?? readCached(file)
  if (known === undefined || 'meta' in known) return
  remembered.delete(key)
  ifWritable(() => fs.rmSync(file, { force: true }))
}

const remembered = new Map<string, MetaAnswer>()

function remember(key: string, said: MetaAnswer): MetaAnswer {
  remembered.set(key, said)
  return said
}

function readCached(file: string): MetaAnswer | undefined {
  try {
    const cached = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<{ meta: unknown; error: unknown }>
    if (isObject(cached.meta)) return { meta: cached.meta }
    return typeof cached.error === 'string' ? { error: cached.error } : undefined
  } catch {
    return undefined
  }
}

function writeCached(file: string, said: MetaAnswer): void {
  ifWritable(() => {
    const temp = path.join(path.dirname(file), tempName())
    fs.writeFileSync(temp, JSON.stringify(said), { mode: 0o600 })
    fs.renameSync(temp, file)
  })
}

/** Inside another tool the cache can only be read: a tool that is not in it is asked each time. */
function ifWritable(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!hasCode(error, 'EROFS')) throw error
  }
}

async function ask(call: MetaContext, place: ToolPlace, closure: Closure): Promise<MetaAnswer> {
  try {
    return judge(await runForOutput(call, place, { closure, mode: ['--meta'] }))
  } catch (error) {
    if (isRefused(error)) return { error: error.message }
    throw error
  }
}

export interface Printed {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly timedOut: boolean
}

/** Runs a tool in a mode that only tells something: no secrets, no record, little time. */
export async function runForOutput(
  call: MetaContext,
  place: ToolPlace,
  { closure, mode, stdin }: { closure: Closure; mode: readonly string[]; stdin?: string },
): Promise<Printed> {
  const { argv } = await commandFor(call, place, { closure, mode })
  await using child = await startProcess({
    argv,
    cwd: call.workspace.root,
    env: environmentOf({
      parent: call.env,
      runId: `meta-${process.pid}-${closure.hash.slice(0, 12)}`,
      root: call.workspace.root,
      own: variablesFor(place),
      network: true,
    }),
    confinement: await confineGuarded(call),
    timeoutMs: PATIENCE_MS,
    ...(stdin !== undefined && { stdin }),
  })
  const enough = () => void child.cancel()
  const [stdout, stderr, ended] = await Promise.all([
    upTo(LARGEST, child.stdout, enough),
    upTo(LARGEST, child.stderr, enough),
    child.done,
  ])
  return { stdout, stderr, exitCode: ended.exitCode, timedOut: ended.cause === 'timeout' }
}

async function upTo(most: number, stream: AsyncIterable<unknown>, enough: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (size <= most) chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > most) enough()
  }
  return Buffer.concat(chunks).subarray(0, most).toString()
}

function judge({ stdout, stderr, exitCode, timedOut }: Printed): MetaAnswer {
  if (timedOut) return { error: `It did not answer --meta within ${PATIENCE_MS / 1000} s.` }
  const meta = objectIn(stdout)
  if (meta !== undefined) return { meta }
  const said = errorLines(stderr) || errorLines(stdout)
  return { error: `It printed no JSON object for --meta (exit code ${exitCode}).${said === '' ? '' : `\n${said}`}` }
}

/** The whole output, or what begins with the first line that does so like an object. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const starts = [0, ...Array.from(text.matchAll(/^\{/gm), ({ index }) => index).slice(0, 20)]
  for (const start of starts) {
    const value = parsed(text.slice(start))
    if (isObject(value)) return value
  }
  return text
    .split('\n')
    .map(line => parsed(line))
    .findLast(isObject)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
