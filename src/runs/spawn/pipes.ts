import { execFile } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemProgram } from '../../store/programs/find-program.ts'

/**
 * The standard streams of a child as real pipes. Node's own are sockets: `echo x > /dev/stderr` fails on those, and
 * bash takes one on its standard input for a remote login and reads `.bashrc`.
 */
export interface Pipes {
  /** The child's ends, to be closed here once it has them. */
  readonly child: { readonly stdin: number | 'ignore'; readonly stdout: number; readonly stderr: number }
  readonly stdin: Socket | undefined
  readonly stdout: Socket
  readonly stderr: Socket
  closeChildEnds(): void
}

export async function openPipes({ stdin }: { stdin: boolean }): Promise<Pipes> {
  await making
  const [stdout, stderr, input] = takeSpare() ?? (await makeEnds())
  if (!stdin) closeEnds([input])
  return joinPipes(stdout, stderr, stdin ? input : undefined)
}

type ThreeEnds = readonly [stdout: Ends, stderr: Ends, stdin: Ends]

let spare: ThreeEnds | undefined
let making: Promise<void> | undefined

/** Making them takes a process, so whoever starts many has those of the next one ready. */
export async function prepareSparePipes(): Promise<void> {
  if (making !== undefined || spare !== undefined) return
  const made = makeEnds().then(ends => {
    spare = ends
  })
  making = made
    .catch(() => undefined)
    .finally(() => {
      making = undefined
    })
  await made
}

export function closeSparePipes(): void {
  closeEnds(takeSpare() ?? [])
}

function takeSpare(): ThreeEnds | undefined {
  const taken = spare
  spare = undefined
  return taken
}

function closeEnds(ends: readonly Ends[]): void {
  for (const { ours, child } of ends) for (const fd of [ours, child]) closeSync(fd)
}

async function makeEnds(): Promise<ThreeEnds> {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-'))
  const opened: number[] = []
  const open = (name: string, flags: number) => {
    const fd = openSync(join(folder, name), flags)
    opened.push(fd)
    return fd
  }
  try {
    const names = ['stdout', 'stderr', 'stdin'].map(name => join(folder, name))
    await promisify(execFile)(systemProgram('mkfifo'), ['-m', '600', ...names])
    return [forReading(open, 'stdout'), forReading(open, 'stderr'), forWriting(open)]
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type OpenPipe = (name: string, flags: number) => number

interface Ends {
  readonly ours: number
  readonly child: number
}

/** Opened without waiting for a writer, who can then open at once. */
function forReading(open: OpenPipe, name: string): Ends {
  const ours = open(name, constants.O_RDONLY | constants.O_NONBLOCK)
  return { ours, child: open(name, constants.O_WRONLY) }
}

/** The child's end must wait when it is read, so opening it first would wait too; an end of both kinds opens it. */
function forWriting(open: OpenPipe): Ends {
  const both = open('stdin', constants.O_RDWR | constants.O_NONBLOCK)
  const child = open('stdin', constants.O_RDONLY)
  const ours = open('stdin', constants.O_WRONLY | constants.O_NONBLOCK)
  closeSync(both)
  return { ours, child }
}

function joinPipes(stdout: Ends, stderr: Ends, stdin: Ends | undefined): Pipes {
  const streams = {
    stdin: stdin && new Socket({ fd: stdin.ours, readable: false, writable: true }),
    stdout: new Socket({ fd: stdout.ours, readable: true, writable: false }),
    stderr: new Socket({ fd: stderr.ours, readable: true, writable: false }),
  }
  // An end that fails counts as closed, whoever reads it or not.
  for (const stream of Object.values(streams)) stream?.on('error', () => stream.destroy())
  return {
    ...streams,
    child: { stdin: stdin?.child ?? 'ignore', stdout: stdout.child, stderr: stderr.child },
    closeChildEnds() {
      for (const end of [stdin, stdout, stderr]) if (end !== undefined) closeSync(end.child)
    },
  }
}
