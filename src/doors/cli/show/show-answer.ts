import { codes, type Failure, isRefused, toFailure } from '../../../operation/errors.ts'
import { writeStdout } from '../terminal/stdio.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { failureText } from './failure-text.ts'
import { paint } from './paint.ts'

export interface Audience {
  readonly terminal: Terminal
  /** One JSON document on stdout and nothing else. */
  readonly json: boolean
}

export function answerValue(value: unknown): void {
  writeStdout('stdout', `${JSON.stringify(value ?? null, null, 2)}\n`)
}

/** A text that is no markdown: help, a script for a shell. */
export function answerPlain(text: string, json: boolean): void {
  if (json) answerValue({ text })
  else writeStdout('stdout', text)
}

export interface TextAnswer {
  readonly terminal: Terminal
  readonly to: 'stdout' | 'stderr'
  /** Text of others, of which a terminal leaves nothing out. */
  readonly verbatim?: 'text' | 'diff' | undefined
}

/** Markdown as it is for a pipe, laid out for a terminal. */
export async function answerText(markdown: string, { terminal, to, verbatim }: TextAnswer): Promise<void> {
  const text = markdown.trimEnd()
  if (!terminal[to] && !terminal.colors[to]) {
    writeStdout(to, `${text}\n`)
    return
  }
  const { renderMarkdown, renderVerbatim } = await import('./terminal-markdown.ts')
  const look = { paint: paint(terminal.colors[to]), columns: terminal.columns }
  writeStdout(
    to,
    `${verbatim === undefined ? renderMarkdown(text, look) : renderVerbatim(text, verbatim, look.paint)}\n`,
  )
}

export function answerFailure(failure: Failure, { terminal, json }: Audience): number {
  if (json) answerValue({ error: failure })
  else writeStdout('stderr', failureText(failure, paint(terminal.colors.stderr)))
  return codes[failure.code].exit
}

/** An expected failure with all its reasons; a bug with its message, and its stack when FURROW_DEBUG asks. */
export function answerError(error: unknown, audience: Audience): number {
  if (isRefused(error)) return answerFailure(toFailure(error), audience)
  const debug = audience.terminal.env['FURROW_DEBUG'] === '1'
  if (debug) writeStdout('stderr', `${error instanceof Error ? error.stack : String(error)}\n`)
  return answerFailure(bugOf(error), audience)
}

function bugOf(error: unknown): Failure {
  const said = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `${said}\nThis is a bug in Furrow; FURROW_DEBUG=1 shows where it happened.` }
}
