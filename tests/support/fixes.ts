import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Failure } from '../../src/operation/errors.ts'
import { bin, type Lab } from '../lab.ts'

/** What is wrong, and the command that is offered against it. */
export interface Offer {
  readonly message: string
  readonly fix: string
}

/** Every command that a failure offers, the reasons' own included. */
export function offersOf({ message, fix, details }: Failure): Offer[] {
  return [{ message, fix }, ...reasonsIn(details)].flatMap(({ message, fix }) =>
    fix === undefined ? [] : [{ message, fix }],
  )
}

/** Everything that a failure says is wrong. */
export function messagesOf({ message, details }: Failure): string[] {
  return [message, ...reasonsIn(details).map(reason => reason.message)]
}

function reasonsIn(details: Failure['details']): { message: string; fix?: string }[] {
  return Array.isArray(details?.['reasons']) ? (details['reasons'] as { message: string; fix?: string }[]) : []
}

/** Typed at a terminal, by a person. */
export function type(lab: Lab, line: string): Promise<{ code: number; said: string }> {
  const folder = path.join(path.dirname(lab.root), 'bin')
  fs.mkdirSync(folder, { recursive: true })
  if (!fs.existsSync(path.join(folder, 'furrow'))) fs.symlinkSync(bin, path.join(folder, 'furrow'))
  const typed = /^furrow serve\b/.test(line) ? `timeout 3 ${line}` : line
  const env = { ...lab.env, PATH: `${folder}:${lab.env['PATH']}`, TERM: 'dumb' }
  return new Promise(resolve => {
    const child = execFile(
      'script',
      ['-qec', typed, '/dev/null'],
      { cwd: lab.root, env, timeout: 60_000 },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${out}${err}` }),
    )
    // A command that asks nothing may be over before it is answered.
    child.stdin?.on('error', () => child.stdin?.destroy())
    // What needs a person asks before it acts; this one says yes. What takes a text gets one, and its end.
    if (/ -$/.test(line)) child.stdin?.write('What was asked for, in a few words.\n\u0004')
    else child.stdout?.once('data', () => child.stdin?.write('y\r'))
  })
}

/** What a `furrow serve` that was typed left behind. */
export async function endServer(lab: Lab): Promise<void> {
  for (const { pid } of lab.app.store.leases.alive('serve')) process.kill(pid, 'SIGTERM')
}
