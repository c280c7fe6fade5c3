import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A system call that changes files, in the order in which the calls came back. */
export interface Traced {
  readonly call: string
  /** The handle that it was made with. */
  readonly handle?: number
  /** The files it is about: of its handle, or those it names. */
  readonly files: readonly string[]
  /** What it returned. */
  readonly result: number
}

const CALLS =
  'openat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir'

/** Runs a command under strace and returns what it did to files; the command's own output goes to nobody. */
export function traced(command: readonly string[], options: TraceOptions): { calls: Traced[]; status: number } {
  const log = path.join(options.folder, 'strace.log')
  let status = 0
  try {
    execFileSync('strace', ['-f', '-y', '-s', '0', '-e', `trace=${CALLS}`, '-o', log, '--', ...command], {
      cwd: options.cwd,
      env: options.env,
      input: options.input ?? '',
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  } catch (error) {
    status = (error as { status?: number }).status ?? -1
  }
  return { calls: parseTrace(fs.readFileSync(log, 'utf8')), status }
}

interface TraceOptions {
  readonly folder: string
  readonly cwd: string
  readonly env: Record<string, string>
  readonly input?: string
}

export function parseTrace(text: string): Traced[] {
  const unfinished = new Map<string, string>()
  const opened = new Map<number, string>()
  const calls: Traced[] = []
  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const [, begun] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? []
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    if (begun !== undefined) unfinished.set(pid, begun)
    const whole = resumed === undefined ? rest : `${unfinished.get(pid) ?? ''}${resumed}`
    const [, call, args = '', result, place] = /^(\w+)\((.*)\)\s+= (-?\d+)(?:<([^>]*)>)?/.exec(whole) ?? []
    if (begun !== undefined || call === undefined) continue
    if (place !== undefined) opened.set(Number(result), place)
    calls.push({ call, ...subjectOf(args, opened), result: Number(result) })
  }
  return calls
}

/** `3</a/b>, "x", 5` is about its handle; `AT_FDCWD</a>, "/b/c"` and `"/b", "/c"` about what they name. */
function subjectOf(args: string, opened: ReadonlyMap<number, string>): Pick<Traced, 'handle' | 'files'> {
  const [, handle, file] = /^(\d+)<([^>]*)>/.exec(args) ?? []
  if (file !== undefined) return { handle: Number(handle), files: [file] }
  return { files: [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => byName(name, opened)) }
}

/** A path through an open folder, by the folder's own name. */
function byName(file: string, opened: ReadonlyMap<number, string>): string {
  const [, handle, rest] = /^\/proc\/self\/fd\/(\d+)(\/.*)$/.exec(file) ?? []
  return handle === undefined ? file : `${opened.get(Number(handle)) ?? ''}${rest}`
}
