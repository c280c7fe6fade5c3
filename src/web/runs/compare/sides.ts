import { shellLine } from '../../../shared/shell/shell.ts'
import type { RunDetail } from '../../api/types.ts'
import { withoutAnsi } from '../log/model/ansi.ts'

/** What two runs are compared by, as texts; a part that neither run has is left out. */
export interface ComparedPart {
  readonly what: string
  readonly before: string
  readonly after: string
}

interface ComparedRun {
  readonly run: RunDetail
  readonly log: readonly { readonly text: string; readonly level: string }[]
}

/** The streams of a log are compared apart: how they mingle is chance, and would look like a difference. */
export function comparedPartsOf(a: ComparedRun, b: ComparedRun): ComparedPart[] {
  const parts = [
    { what: 'Input', of: ({ run }: ComparedRun) => givenTo(run) },
    { what: 'Result', of: ({ run }: ComparedRun) => cameOf(run) },
    { what: 'Log', of: ({ log }: ComparedRun) => textOf(log.filter(({ level }) => level !== 'stderr')) },
    { what: 'Log of stderr', of: ({ log }: ComparedRun) => textOf(log.filter(({ level }) => level === 'stderr')) },
  ]
  return parts
    .map(({ what, of }) => ({ what, before: of(a), after: of(b) }))
    .filter(({ before, after }) => `${before}${after}` !== '')
}

/** How long the second took beside the first: `1.2 s slower`, `as fast`; nothing while one of them goes on. */
export function isComparable(a: RunDetail, b: RunDetail, say: (ms: number) => string): string | undefined {
  if (a.duration_ms === undefined || b.duration_ms === undefined) return undefined
  const more = b.duration_ms - a.duration_ms
  if (Math.abs(more) < 50) return 'as fast'
  return `${say(Math.abs(more))} ${more > 0 ? 'slower' : 'faster'}`
}

/** The run before this one that did the same: same kind, same name. */
export function oneBefore(run: RunDetail, runs: readonly RunDetail[]): RunDetail | undefined {
  return runs.find(other => other.kind === run.kind && other.label === run.label && other.started_at < run.started_at)
}

function givenTo({ tool, agent, argv, cwd }: RunDetail): string {
  if (tool !== undefined) return printed(tool.input)
  if (agent !== undefined) return `${agent.prompt}\n`
  return argv === undefined ? '' : `${shellLine(argv)}\nin ${cwd}\n`
}

function cameOf({ tool }: RunDetail): string {
  return tool === undefined ? '' : printed(tool.result?.data ?? tool.result?.error)
}

function textOf(log: ComparedRun['log']): string {
  return log.map(({ text }) => `${withoutAnsi(text)}\n`).join('')
}

function printed(value: unknown): string {
  return value === undefined ? '' : `${JSON.stringify(value, undefined, 2)}\n`
}
