import { fenced } from '../../store/documents/markdown/fenced.ts'
import { errorLines, type FailureType, failureType, firstError } from './errors-in.ts'

/** What is known of an interaction when it becomes work. */
export interface InteractionFacts {
  readonly tool: string
  readonly id: string
  readonly status: string
  readonly at: string
  readonly input?: unknown
  readonly result?: { readonly ok: boolean; readonly data?: unknown; readonly error?: string | undefined } | undefined
  /** The lines of a result that is too large to be held; `data` is then only what is shown of it. */
  readonly texts?: readonly string[]
  readonly log: readonly string[]
  /** When given, this and nothing else is carried over. */
  readonly selection?: string | undefined
}

export interface Derived {
  readonly title: string
  readonly text: string
  /** Only of what failed. */
  readonly failure?: FailureType
}

const TITLE = 100
export const SHOWN_RESULT = 20_000
/** What a tool writes is searched by patterns, so there is an end to it. */
export const MOST_LINES = 5000
export const LONGEST_LINE = 1000
/** How deep in a result texts are looked for. */
export const TEXT_DEPTH = 3

/** Title and text of the card, the same for the same interaction: no agent is asked. */
export function deriveCard(told: InteractionFacts): Derived {
  const lines = linesOf(told)
  const failed = told.result?.ok === false || (told.status !== 'succeeded' && told.result?.ok !== true)
  const failure = failed ? failureType(lines.join('\n')) : undefined
  return {
    title: short(titleOf(told, lines, failure)),
    text: [sourceOf(told), ...bodyOf(told, lines, failure)].join('\n\n'),
    ...(failure !== undefined && { failure }),
  }
}

/** The error lines of a log, wherever the tool put it: for an investigation. */
export function errorContext(told: InteractionFacts): string {
  if (told.selection !== undefined) return [sourceOf(told), fenced(told.selection)].join('\n\n')
  return [sourceOf(told), 'Error lines:', fenced(errorLines(linesOf(told)).join('\n'))].join('\n\n')
}

function titleOf(
  { tool, selection, result }: InteractionFacts,
  lines: readonly string[],
  failure: FailureType | undefined,
): string {
  if (selection !== undefined) return firstLine(selection)
  if (failure === undefined) return `Result of ${tool}${summaryOf(result?.data)}`
  const why = firstError(lines) ?? firstLine(result?.error ?? '')
  return why === '' ? `${tool}: ${failure}` : `${failure.charAt(0).toUpperCase()}${failure.slice(1)}: ${why}`
}

/** A short text that the result has for people. */
function summaryOf(data: unknown): string {
  const { summary, message, title } = Object(data) as Record<string, unknown>
  const text = [typeof data === 'string' ? data : undefined, summary, message, title].find(
    one => typeof one === 'string',
  )
  return typeof text === 'string' && text.trim() !== '' ? `: ${firstLine(text)}` : ''
}

function bodyOf(
  { selection, input, result }: InteractionFacts,
  lines: readonly string[],
  failure: FailureType | undefined,
): string[] {
  if (selection !== undefined) return [fenced(selection)]
  const asked = input === undefined || isEmpty(input) ? [] : ['Input:', fenced(printed(input), 'json')]
  const given = (data: unknown) => ['Result:', fenced(printed(data), typeof data === 'string' ? '' : 'json')]
  if (failure === undefined) return [...asked, ...given(result?.data ?? 'ok')]
  const data = result?.data === undefined || isEmpty(result.data) ? [] : given(result.data)
  return [`Failure: ${failure}`, ...asked, 'Error lines:', fenced(errorLines(lines).join('\n')), ...data]
}

function sourceOf({ tool, id, status, at }: InteractionFacts): string {
  return `From ${tool}, ${id}: ${status}, ${at.slice(0, 16).replace('T', ' ')}.`
}

/** All texts in which the error may stand: what the tool says in its data, its log, and last the error that sums it up. */
function linesOf({ log, result, texts: large }: InteractionFacts): string[] {
  const texts = [...(large ?? textsIn(result?.data)), ...log, ...(result?.error === undefined ? [] : [result.error])]
  const lines = texts.flatMap(text => text.split('\n'))
  return lines.slice(-MOST_LINES).map(line => line.slice(0, LONGEST_LINE))
}

function textsIn(value: unknown, depth = TEXT_DEPTH): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(inner => textsIn(inner, depth - 1))
}

function printed(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  return text.length > SHOWN_RESULT
    ? `${text.slice(0, SHOWN_RESULT)}\n… ${text.length - SHOWN_RESULT} more characters`
    : text
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? ''
}

function short(text: string): string {
  return text.length <= TITLE ? text : `${text.slice(0, TITLE - 1).trimEnd()}…`
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
