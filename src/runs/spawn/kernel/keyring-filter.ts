import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/** The first of three system calls in a row: add_key, request_key, keyctl. By the ABI as the kernel names it to a filter. */
const FIRST_CALLS: Readonly<Partial<Record<NodeJS.Architecture, Readonly<Record<number, number>>>>> = {
  // With i386.
  x64: { 3221225534: 248, 1073741827: 286 },
  // With 32-bit Arm.
  arm64: { 3221225655: 217, 1073741864: 309 },
  arm: { 1073741864: 309 },
  ppc64: { 3221225493: 269, 2147483669: 269 },
  s390x: { 2147483670: 278 },
  riscv64: { 3221225715: 217 },
}

/** After standard input, output and errors, and the gate. */
const DESCRIPTOR = 4

const calls = FIRST_CALLS[process.arch]

/** For bubblewrap. A processor that is not listed gets no filter, and the record says what is missing. */
export const KEYRING_FILTER_OPTIONS: readonly string[] = calls === undefined ? [] : ['--seccomp', String(DESCRIPTOR)]

/** How the descriptor is made for a child that gets the filter. */
export const FILTER_STDIO: readonly 'pipe'[] = calls === undefined ? [] : ['pipe']

export function giveFilter(child: ChildProcess): void {
  const pipe = child.stdio[DESCRIPTOR] as Writable | null | undefined
  if (calls === undefined || pipe === null || pipe === undefined) return
  // A wrapper that ended before it read this says why by its exit code.
  pipe.on('error', () => pipe.destroy()).end(compile(calls))
}

const [LOAD, AND, IS_EQUAL, IS_AT_LEAST, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x06]
const [NUMBER, ABI] = [0, 4]
const [ALLOW, REFUSE] = [0x7fff0000, 0x00050001]

/** Calls of the x32 ABI have this bit, and else the same numbers. */
const WITHOUT_X32 = 0xbfffffff

/** A classic BPF program: those three answer "not permitted", whatever the ABI, and every other call goes on. */
function compile(firstCalls: Readonly<Record<number, number>>): Buffer {
  const checks = Object.entries(firstCalls).flatMap(([abi, first]) => [
    instruction(LOAD, ABI),
    instruction(IS_EQUAL, Number(abi), { no: 6 }),
    instruction(LOAD, NUMBER),
    instruction(AND, WITHOUT_X32),
    instruction(IS_AT_LEAST, first, { no: 2 }),
    instruction(IS_AT_LEAST, first + 3, { yes: 1 }),
    instruction(RETURN, REFUSE),
    instruction(RETURN, ALLOW),
  ])
  return Buffer.concat([...checks, instruction(RETURN, ALLOW)])
}

/** As this machine lays it out: a code, how many to skip if so and if not, and an operand. */
function instruction(code: number, operand: number, { yes = 0, no = 0 } = {}): Buffer {
  const words = new Uint16Array([code, 0])
  const bytes = Buffer.alloc(8)
  Buffer.from(words.buffer).copy(bytes)
  bytes[2] = yes
  bytes[3] = no
  Buffer.from(new Uint32Array([operand]).buffer).copy(bytes, 4)
  return bytes
}
