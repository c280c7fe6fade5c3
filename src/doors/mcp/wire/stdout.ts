import type { StdoutStream } from './stdio.ts'

/**
 * Standard output belongs to the protocol from here on: whatever else writes to it, in our code or in a library's,
 * ends up on standard error (which is opened only then).
 */
export function claimStdout(): StdoutStream {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  stdout.write = ((...args: Parameters<typeof write>) => process.stderr.write(...args)) as typeof write
  for (const method of ['log', 'info', 'debug', 'table', 'dir', 'group', 'timeLog', 'timeEnd', 'count'] as const)
    console[method] = (...args: unknown[]) => console.error(...args)
  return { write, on: stdout.on.bind(stdout), once: stdout.once.bind(stdout) }
}
