import { shell, shellLine } from '../../shared/shell/shell.ts'
import { renderUse } from '../budget/measure.ts'
import { type FollowedRun, isOver, type Run, type RunLine, type RunProblem } from '../model.ts'
import { withFirstAttachments } from './rows-that-fit.ts'

export function renderRun(run: Run): string {
  const facts: [string, string | undefined][] = [
    ['command', run.argv === undefined ? undefined : shellLine(run.argv)],
    ['status', statusOf(run)],
    ['why', run.reason],
    ['started', `${run.started_at} by ${run.actor.id} (${run.actor.door})`],
    ['took', run.duration_ms === undefined ? undefined : duration(run.duration_ms)],
    ['output', outputOf(run)],
    ['used', usedOf(run)],
    ['for', subjectOf(run)],
    ['runs in', PLACES[run.level]],
    ['contained', containedOf(run)],
    ['left out', run.agent?.left_out?.join(', ')],
    ['attachments', attachmentsOf(run)],
    ['attachments not kept', run.attachments_dropped?.toString()],
  ]
  const rows = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`- ${name}: ${value}`]))
  return [`**${run.label}** (${run.kind}, ${run.id})`, ...rows].join('\n')
}

function attachmentsOf(run: Run): string | undefined {
  const { attachments = [], attachments_in_all: all = attachments.length } = withFirstAttachments(run)
  const names = attachments.map(({ name }) => name).join(', ')
  return all > attachments.length ? `${names} and ${all - attachments.length} more` : names
}

function usedOf({ agent }: Run): string | undefined {
  return agent?.used === undefined ? undefined : renderUse({ limits: agent.limits, used: agent.used })
}

function subjectOf({ agent }: Run): string | undefined {
  const parts = [
    agent?.feature && `the feature ${agent.feature}`,
    agent?.change && `the change ${agent.change} (${agent.stage})`,
  ].filter(part => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join(', ')
}

const PLACES: Record<Run['level'], string> = {
  sandbox: 'a sandbox',
  namespace: 'a PID namespace',
  group: 'a process group',
}

function containedOf({ contained, missing = [] }: Run): string | undefined {
  if (contained === undefined) return undefined
  return contained ? 'yes' : `no: ${missing.join('; ')}`
}

/** What an agent reads after a call: how it went, the last lines, and how to learn the rest. */
export function renderFollowed({ tail = [], ...run }: FollowedRun): string {
  const more = isOver(run) ? shell`furrow runs tail ${run.id}` : shell`furrow runs wait ${run.id}`
  const lines = tail.map(({ text }) => `    ${text}`)
  return [renderRun(run), ...(lines.length > 0 ? ['', ...lines] : []), '', `More: ${more}`].join('\n')
}

interface ShownRuns {
  readonly runs: Run[]
  readonly errors?: RunProblem[]
  readonly next?: string
  readonly more?: boolean
}

export function renderList({ runs, errors = [], next, more = false }: ShownRuns): string {
  if (runs.length + errors.length === 0) return 'No runs.'
  return [
    '| run | kind | status | started | what |',
    '| --- | --- | --- | --- | --- |',
    ...runs.map(
      run =>
        `| ${run.id} | ${run.kind} | ${statusOf(run)} | ${run.started_at.slice(5, 16).replace('T', ' ')} | ${cell(run.label)} |`,
    ),
    ...errors.map(({ path, message }) => `\nUnreadable: ${path}: ${message}`),
    ...(next === undefined ? [] : [`\nMore: \`${shell`furrow runs list --cursor ${next}`}\``]),
    ...(more
      ? [`\nThere are more; those that one of these started: \`${shell`furrow runs nested ${runs[0]?.id ?? ''}`}\``]
      : []),
  ].join('\n')
}

export function renderLines({ run, lines, total }: { run: Run; lines: RunLine[]; total: number }): string {
  const shown = lines.map(({ text }) => text).join('\n')
  const [first, last] = [lines[0]?.n, lines.at(-1)?.n]
  const range = first === undefined ? 'no lines' : `lines ${first} to ${last} of ${total}`
  return `${shown}\n(${run.id}: ${statusOf(run)}, ${range})`
}

/** `failed, exit 2`, `queued behind 3` */
export function statusOf({ status, exit_code, signal, position }: Run): string {
  if (status === 'queued') return position === undefined || position === 0 ? status : `queued behind ${position}`
  if (signal !== undefined) return `${status}, ${signal}`
  return exit_code === undefined || exit_code === 0 ? status : `${status}, exit ${exit_code}`
}

function outputOf({ lines, bytes, cut }: Run): string | undefined {
  if (lines === undefined || bytes === undefined) return undefined
  return `${lines} lines, ${bytes} bytes${cut === true ? ', the middle cut' : ''}`
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

const LONGEST_CELL = 40

function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const shown = line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line
  return shown.replaceAll('|', '\\|')
}
