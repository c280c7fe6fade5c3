import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { environmentOf } from './environment.ts'
import type { Confinement } from './sandbox.ts'
import { type RunningProcess, startProcess } from './start-process.ts'

/** A Node that was started ahead and waits for what it is to do. It does one thing and ends. */
interface SpareNode {
  readonly child: RunningProcess
  readonly stdin: PassThrough
  readonly key: string
}

export interface ForkRequest {
  /** Node, the script, its arguments. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly confinement: Confinement
  readonly stdin?: string
}

/** The variables by which Node itself behaves differently; they have to be there when it starts. */
const AT_START = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'] as const

/**
 * Reads how long its task is, the task, and leaves the rest of its standard input to the script. The environment of
 * the run, secrets included, exists in its memory alone.
 */
const LOADER = `
const fs=require('node:fs');
const take=n=>{const b=Buffer.alloc(n);let at=0;while(at<n){let r=0;try{r=fs.readSync(0,b,at,n-at,null)}catch(e){if(e.code!=='EAGAIN')throw e;continue}if(r===0)process.exit(0);at+=r}return b};
const {pathToFileURL}=require('node:url');const {createRequire}=require('node:module');
const task=JSON.parse(take(parseInt(take(8).toString(),16)).toString());
for(const name of Object.keys(process.env))if(!(name in task.env))delete process.env[name];
Object.assign(process.env,task.env);process.chdir(task.cwd);
const [script,...rest]=task.args;process.argv=[process.execPath,script,...rest];
if(script.endsWith('.cjs'))createRequire(script)(script);
else import(pathToFileURL(script).href).catch(error=>{console.error(error);process.exit(1)});
`

const TURNS_TO_END = 3

/** Nobody comes back for it later than that. */
const IDLE_MS = 5 * 60_000

let waiting: SpareNode | undefined
let making: Promise<void> | undefined
let idle: NodeJS.Timeout | undefined

/** A process that was started ahead for runs like this one, given this run; nothing when none waits. */
export async function takeForked(request: ForkRequest): Promise<RunningProcess | undefined> {
  await making
  const found = waiting
  if (found === undefined || found.key !== keyOf(request)) return undefined
  waiting = undefined
  await found.child.missingWalls
  const { argv, cwd, env, stdin = '' } = request
  const task = Buffer.from(JSON.stringify({ args: argv.slice(1), cwd, env: { ...env, PWD: cwd } }))
  found.stdin.write(Buffer.from(task.length.toString(16).padStart(8, '0')))
  found.stdin.write(task)
  found.stdin.end(stdin)
  // The end of a pipe is told on a later turn of the event loop; whatever keeps this process busy first would keep the tool waiting.
  for (let turn = 0; turn < TURNS_TO_END; turn += 1) await setImmediate()
  return found.child
}

/**
 * Has one ready for the next run like this one; what waits for others is ended. It settles when that is done, and does
 * not reject: whoever finds none starts a process of its own, and is told why that fails.
 */
export function forkAhead(request: Omit<ForkRequest, 'stdin'>): Promise<void> {
  // A group is searched for by a mark that this one could not carry; a namespace needs none.
  if (request.confinement.level === 'group' || waiting?.key === keyOf(request)) return Promise.resolve()
  making ??= fork(request)
    .catch(() => undefined)
    .finally(() => {
      making = undefined
    })
  return making
}

async function fork(request: ForkRequest): Promise<void> {
  await endWaiting()
  const stdin = new PassThrough()
  const parent = Object.fromEntries(AT_START.map(name => [name, request.env[name]]))
  const child = await startProcess({
    argv: [request.argv[0] ?? process.execPath, '-e', LOADER],
    cwd: request.cwd,
    env: environmentOf({ parent, runId: markOf(++forks), root: request.cwd, network: true }),
    confinement: request.confinement,
    ahead: true,
    stdin,
  })
  waiting = { child, stdin, key: keyOf(request) }
  clearTimeout(idle)
  idle = setTimeout(() => void endForked(), IDLE_MS).unref()
  void child.exited.then(() => {
    if (waiting?.child === child) waiting = undefined
  })
}

let forks = 0

/** Of this one alone: what is swept up after one must not be another one's. */
function markOf(count: number): string {
  return `ahead-${process.pid}-${count}`
}

/** Whether the next run like the last one finds its process. */
export function hasForked(): boolean {
  return waiting !== undefined || making !== undefined
}

export async function endForked(): Promise<void> {
  await making
  await endWaiting()
}

async function endWaiting(): Promise<void> {
  clearTimeout(idle)
  const left = waiting
  waiting = undefined
  if (left !== undefined) await left.child[Symbol.asyncDispose]()
}

/** What cannot be changed once it runs: the program, what holds it together, where it starts, the variables above. */
function keyOf({ argv, confinement, cwd, env }: ForkRequest): string {
  return JSON.stringify([argv[0], confinement.wrap([]), cwd, AT_START.map(name => env[name])])
}
