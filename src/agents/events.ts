import fs from 'node:fs'
import path from 'node:path'
import { runsFolder } from '../runs/record/record-folders.ts'
import { EVENTS_FILES } from '../runs/record/retention.ts'
import { hasCode } from '../store/files/io-refusal.ts'
import type { StorageContext } from '../workspace/call.ts'
import { AgentEvent } from './model.ts'

/** What happened in an agent run, beside its record: one JSON object a line, appended as it happens. */
export function agentEventsFile(place: StorageContext, id: string): string {
  return path.join(runsFolder(place), `${id}${EVENTS_FILES}`)
}

export interface AgentEventPage {
  readonly events: AgentEvent[]
  /** The offset in bytes from which to go on. */
  readonly next: number
  /** There is more already. */
  readonly more: boolean
}

const PAGE_BYTES = 2 ** 20

/** Whole lines from an offset on. A line that a crash tore, or that is no event, is passed over. */
export function readAgentEvents(place: StorageContext, id: string, offset: number): AgentEventPage {
  const bytes = readPart(agentEventsFile(place, id), offset, PAGE_BYTES)
  const end = bytes.lastIndexOf('\n') + 1
  const events = bytes
    .subarray(0, end)
    .toString()
    .split('\n')
    .flatMap(line => toEvent(line))
  return { events, next: offset + end, more: bytes.length === PAGE_BYTES && end > 0 }
}

/** The final answer of a run, from its last event. */
export function answerIn(place: StorageContext, id: string): string | null {
  const file = agentEventsFile(place, id)
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const lines = readPart(file, Math.max(0, size - PAGE_BYTES), PAGE_BYTES)
    .toString()
    .split('\n')
  const ended = lines.flatMap(line => toEvent(line)).findLast(({ type }) => type === 'ended')
  return ended?.text === undefined || ended.text === '' ? null : ended.text
}

function toEvent(line: string): AgentEvent[] {
  if (line === '') return []
  try {
    const parsed = AgentEvent.safeParse(JSON.parse(line))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

function readPart(file: string, offset: number, length: number): Buffer {
  let handle: number
  try {
    handle = fs.openSync(file, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw error
  }
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, fs.fstatSync(handle).size - offset)))
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, offset))
  } finally {
    fs.closeSync(handle)
  }
}
