import type { Output } from './stdio.ts'

/**
 * Standard output belongs to the protocol from here on: whatever else writes to it, in our code or in a library's,
 * ends up on standard error.
 */
export function claimStdout(): Output {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  globalThis.console = new console.Console(stderr, stderr)
  return { write, on: stdout.on.bind(stdout), once: stdout.once.bind(stdout) }
}
