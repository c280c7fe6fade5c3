import { isRefused, refuse } from '../operation/errors.ts'
import { type ShellText, shell } from '../operation/shell.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Call } from '../workspace/call.ts'
import type { Change, ChangeView, ContextCheck } from './model.ts'
import { checksContext } from './ports.ts'
import type { Kept } from './shelf.ts'
import { advance } from './transitions.ts'

export interface CheckedContext {
  readonly seen: Omit<ContextCheck, 'at'>
  readonly report: string
}

interface Finished {
  readonly text: string
  readonly at: string
  readonly context: CheckedContext | undefined
}

/** Saves the text of the current stage and moves the change on; what was found about it is remembered with it. */
export function finishStage(tx: Transaction, { change, folder }: Kept, { text, at, context }: Finished): Change {
  const { id, current_stage: stage } = change
  const path = `${folder}/${stage}.md`
  write(tx, path, { text, show: shell`furrow change show ${id} ${stage}` })
  tx.enqueue('stage.done', { change: id, stage, path, content: text })
  const next = advance(change, at)
  return context === undefined ? next : { ...next, context_check: { ...context.seen, at } }
}

/** A stage that somebody edited by hand is replaced only by one who has seen it. */
function write(tx: Transaction, path: string, { text, show }: { text: string; show: ShellText }): void {
  try {
    tx.replace(path, withNewline(text))
  } catch (error) {
    if (!isRefused(error) || error.code !== 'conflict') throw error
    throw refuse('conflict', error.message, {
      target: path,
      fix: show,
      ...(error.details && { details: error.details }),
    })
  }
}

export function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

interface Opening {
  readonly id?: string
  readonly flow: readonly string[]
  readonly description: string
  readonly content: string
}

/** The stage before the context check brings its report along, so that nobody has to ask for it. */
export async function contextFor(call: Call, opening: Opening): Promise<CheckedContext | undefined> {
  const { id, flow, description, content } = opening
  if (flow[1] !== 'context-check') return undefined
  try {
    const checker = await call.port(checksContext)
    return await checker.check({ change: id, description, text: `${description}\n${content}` })
  } catch (error) {
    // A damaged file is named by the context check itself, which then has to be asked for.
    if (isRefused(error) && error.code === 'damaged') return undefined
    throw error
  }
}

export function withReport(view: ChangeView, context: CheckedContext | undefined): ChangeView {
  return context === undefined ? view : { ...view, context_report: context.report }
}
