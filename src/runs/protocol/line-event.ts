import type { Attachment, LineEvent, RunLine, ToolResult } from '../model.ts'
import { entryDetailOf, type OutputLine, readDetail } from '../output/entry.ts'

/** Beyond 0 to 100 it says nothing, and might spell a number that is masked in the text. */
export function percentDetail(percent: number): string {
  return String(Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100)
}

export function attachmentDetail(attachment: Attachment): string {
  return entryDetailOf(attachment)
}

/** What the entry of a log is beyond its text. */
export function lineEventOf({ level, text, detail }: OutputLine): LineEvent | undefined {
  if (level === 'progress') {
    const percent = detail === undefined ? Number.NaN : Number(detail)
    if (!Number.isFinite(percent)) return { type: 'progress', message: text }
    return { type: 'progress', message: text.replace(/ \([^()]*%\)$/, ''), percent }
  }
  return detail === undefined ? undefined : attachmentIn(readDetail(detail))
}

function attachmentIn(value: unknown): LineEvent | undefined {
  const { name, type, bytes, kind } = Object(value) as Record<string, unknown>
  if (typeof name !== 'string' || typeof type !== 'string' || typeof bytes !== 'number') return undefined
  return { type: 'attachment', name, media_type: type, bytes, ...(typeof kind === 'string' && { kind }) }
}

/** The events of the tool protocol as they are kept and streamed. */
export type ProtocolEvent =
  | LineEvent
  | { readonly type: 'log'; readonly level: 'stdout' | 'stderr' | 'note'; readonly line: string }
  | ({ readonly type: 'result' } & ToolResult)

/** A line of a tool's log as the event that it was. */
export function protocolEventOf({ level, text, event }: RunLine): ProtocolEvent {
  return event ?? { type: 'log', level: level === 'progress' ? 'stdout' : level, line: text }
}
