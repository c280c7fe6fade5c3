import type { JsonFields } from './moment.ts'
import { filesIn } from './moment.ts'

export interface Transcript {
  /** What the agent said, oldest first. */
  readonly texts: readonly string[]
  /** Files that its tools were called with. */
  readonly files: readonly string[]
}

/** What can be read of a session’s record, one JSON document or one a line; a line that is none is passed over. */
export function readTranscript(text: string): Transcript {
  const records = recordsIn(text)
  return {
    texts: records.flatMap(record => (isAgent(record) ? textsIn(contentOf(record)) : [])),
    files: [...new Set(records.flatMap(record => (isAgent(record) ? toolFiles(contentOf(record)) : [])))],
  }
}

function recordsIn(text: string): JsonFields[] {
  const whole = parsed(text)
  if (whole !== undefined) return [whole, ...toList(toFields(whole)['messages'])].map(toFields)
  return text.split('\n').flatMap(line => {
    const record = line.trim() === '' ? undefined : parsed(line)
    return record === undefined ? [] : [toFields(record)]
  })
}

/** A record holds its message itself, or one level down. */
function innerOf(record: JsonFields): JsonFields {
  return toFields(record['message'] ?? record['payload'] ?? record)
}

function isAgent(record: JsonFields): boolean {
  const inner = innerOf(record)
  return [record['role'], record['type'], inner['role'], inner['type']].some(
    name => name === 'assistant' || name === 'gemini' || name === 'model',
  )
}

function contentOf(record: JsonFields): unknown {
  return innerOf(record)['content'] ?? record['content']
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [content]
  return toList(content).flatMap(part => {
    const { text, type } = toFields(part)
    return typeof text === 'string' && type !== 'tool_use' && text.trim() !== '' ? [text] : []
  })
}

function toolFiles(content: unknown): string[] {
  return toList(content).flatMap(part => filesIn(toFields(toFields(part)['input'])))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function toFields(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : {}
}
