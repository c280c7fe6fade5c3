import { command } from '../../_shared/utils.ts'
import type { Entry, Input, Range } from '../model.ts'
import { fromObject, levelOf, parseLine, timeOf } from '../parse.ts'
import type { Asked, Source } from './source.ts'

/** Programs that print logs, each with how it is told what is wanted. */
export const journald: Source = asked =>
  listen(asked, journalLine(asked.input, asked.range), line => journalEntry(line))

export const docker: Source = asked => listen(asked, dockerLine(asked.input, asked.range), parseStamped)

export const kubectl: Source = asked => listen(asked, kubectlLine(asked.input, asked.range), parseStamped)

export const shell: Source = asked => {
  if (asked.input.command === undefined) throw new Error('Say which command prints the log: --command "…"')
  return listen(asked, asked.input.command, parseLine)
}

export function journalLine({ service, follow }: Input, { from, to }: Range): string[] {
  return [
    'journalctl',
    '--output=json',
    '--no-pager',
    ...(service === undefined ? [] : [`--unit=${service}`]),
    ...(from === undefined ? [] : [`--since=@${Math.floor(from / 1000)}`]),
    ...(to === undefined ? [] : [`--until=@${Math.ceil(to / 1000)}`]),
    ...(follow ? ['--follow', '--lines=all'] : []),
  ]
}

export function dockerLine({ service, follow }: Input, { from, to }: Range): string[] {
  return [
    'docker',
    'logs',
    '--timestamps',
    ...(from === undefined ? [] : ['--since', new Date(from).toISOString()]),
    ...(to === undefined ? [] : ['--until', new Date(to).toISOString()]),
    ...(follow ? ['--follow'] : []),
    named(service, 'container'),
  ]
}

export function kubectlLine({ service, follow, namespace }: Input, { from }: Range): string[] {
  return [
    'kubectl',
    'logs',
    '--timestamps',
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...(from === undefined ? [] : [`--since-time=${new Date(from).toISOString()}`]),
    ...(follow ? ['--follow'] : []),
    named(service, 'pod or deployment'),
  ]
}

function named(service: string | undefined, what: string): string {
  if (service === undefined) throw new Error(`Say which ${what}: --service <name>`)
  if (service.startsWith('-')) throw new Error(`${service} can be no ${what}.`)
  return service
}

/** Runs it until it ends, until the time to follow is over, or until there is enough. */
async function listen(
  { input, context, take }: Asked,
  line: string | readonly string[],
  parse: (line: string) => Entry,
): Promise<void> {
  const enough = new AbortController()
  const words = typeof line === 'string' ? line : line.join(' ')
  context.progress(`Running ${words}`)
  const { code, output, timed_out } = await command(line, {
    cwd: context.root,
    signal: AbortSignal.any([context.signal, enough.signal]),
    timeoutSeconds: input.follow ? input.follow_seconds : input.timeout_seconds,
    onLine(text) {
      if (!enough.signal.aborted && text !== '' && !take(parse(text))) enough.abort()
    },
  })
  if (code === 0 || enough.signal.aborted || (timed_out && input.follow)) return
  if (timed_out) throw new Error(`${words} took longer than ${input.timeout_seconds} s.`)
  throw new Error(`${words} ended with exit code ${code}: ${output.at(-1) ?? 'it said nothing'}`)
}

/** Docker and Kubernetes put the time before what the program printed. */
export function parseStamped(line: string): Entry {
  const [, stamp, rest] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z?\S*) (.*)$/.exec(line) ?? []
  if (stamp === undefined || rest === undefined) return parseLine(line)
  const time = timeOf(stamp)
  return { ...parseLine(rest), text: line, ...(time !== undefined && { time }) }
}

/** Fields of systemd.journal-fields(7). */
export function journalEntry(line: string): Entry {
  const json = objectIn(line)
  if (json === undefined) return parseLine(line)
  const { MESSAGE: said, PRIORITY: priority, __REALTIME_TIMESTAMP: stamp, SYSLOG_IDENTIFIER: from } = json
  // What is not UTF-8 is a list of bytes.
  const message = Array.isArray(said) ? Buffer.from(said as number[]).toString() : String(said ?? '')
  const inner = message.startsWith('{') ? objectIn(message) : undefined
  const entry = inner === undefined ? parseLine(message) : fromObject(inner, message)
  const [level, time] = [levelOf(priority) ?? entry.level, timeOf(stamp)]
  const text = `${time === undefined ? '' : new Date(time).toISOString()} ${from ?? ''}: ${message}`.trim()
  return { ...entry, text, ...(level !== undefined && { level }), ...(time !== undefined && { time }) }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
