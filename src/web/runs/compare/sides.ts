import { shellLine } from '../../../operation/shell.ts'
import type { Run } from '../../api/types.ts'
import { plain } from '../log/ansi.ts'

/** What two runs are compared by, as texts; a part that neither run has is left out. */
export interface Part {
  readonly what: string
  readonly before: string
  readonly after: string
}

interface Side {
  readonly run: Run
  readonly log: readonly { readonly text: string; readonly level: string }[]
}

/** The streams of a log are compared apart: how they mingle is chance, and would look like a difference. */
export function partsOf(a: Side, b: Side): Part[] {
  const parts = [
    { what: 'Input', of: ({ run }: Side) => givenTo(run) },
    { what: 'Result', of: ({ run }: Side) => cameOf(run) },
    { what: 'Log', of: ({ log }: Side) => textOf(log.filter(({ level }) => level !== 'stderr')) },
    { what: 'Log of stderr', of: ({ log }: Side) => textOf(log.filter(({ level }) => level === 'stderr')) },
  ]
  return parts
    .map(({ what, of }) => ({ what, before: of(a), after: of(b) }))
    .filter(({ before, after }) => `${before}${after}` !== '')
}

/** How long the second took beside the first: `1.2 s longer`, `as long`; nothing while one of them goes on. */
export function takes(a: Run, b: Run, say: (ms: number) => string): string | undefined {
  if (a.duration_ms === undefined || b.duration_ms === undefined) return undefined
  const more = b.duration_ms - a.duration_ms
  if (Math.abs(more) < 50) return 'as long'
  return `${say(Math.abs(more))} ${more > 0 ? 'longer' : 'shorter'}`
}

/** The run before this one that did the same: same kind, same name. */
export function oneBefore(run: Run, runs: readonly Run[]): Run | undefined {
  return runs.find(other => other.kind === run.kind && other.label === run.label && other.started_at < run.started_at)
}

function givenTo({ tool, agent, argv, cwd }: Run): string {
  if (tool !== undefined) return printed(tool.input)
  if (agent !== undefined) return `${agent.prompt}\n`
  return argv === undefined ? '' : `${shellLine(argv)}\nin ${cwd}\n`
}

function cameOf({ tool }: Run): string {
  return tool === undefined ? '' : printed(tool.result?.data ?? tool.result?.error)
}

function textOf(log: Side['log']): string {
  return log.map(({ text }) => `${plain(text)}\n`).join('')
}

function printed(value: unknown): string {
  return value === undefined ? '' : `${JSON.stringify(value, undefined, 2)}\n`
}
