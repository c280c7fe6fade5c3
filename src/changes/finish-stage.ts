import { isRefused, refuse } from '../operation/errors.ts'
import { type ShellText, shell } from '../shared/shell/shell.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import type { Call } from '../workspace/call.ts'
import { checksContext } from './change-ports.ts'
import type { Change, ChangeView, ContextCheck } from './model.ts'
import type { ChangeFiles } from './record/change-files.ts'
import { saysAll } from './record/free-id.ts'
import { advanceChange } from './transitions.ts'

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
export function finishStage(tx: Transaction, { change, folder }: ChangeFiles, { text, at, context }: Finished): Change {
  const { id, current_stage: stage } = change
  const path = `${folder}/${stage}.md`
  write(tx, path, { text, show: shell`furrow change show ${id} ${stage}` })
  tx.enqueue('stage.done', { change: id, started: change.created_at, stage, path, content: remembered(change, text) })
  const next = advanceChange(change, at)
  return context === undefined ? next : { ...next, context_check: { ...context.seen, at } }
}

/** The first stage is remembered with the description where the id does not lead to it and the text does not repeat it. */
function remembered({ id, description, stages, current_stage }: Change, text: string): string {
  const isFirst = stages[0]?.name === current_stage
  return !isFirst || saysAll(id, description) || text.includes(description.trim()) ? text : `${description}\n\n${text}`
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

interface ChangeOpening {
  readonly id?: string
  readonly flow: readonly string[]
  readonly description: string
  readonly content: string
}

/** The stage before the context check brings its report along, so that nobody has to ask for it. */
export async function contextFor(call: Call, opening: ChangeOpening): Promise<CheckedContext | undefined> {
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
