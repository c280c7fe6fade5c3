import { type RecordFolder, recordOn } from '../../runs/record/record-files.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Interaction } from '../model.ts'

/** A thread is listed with the runs of its tool; what is in it belongs to whoever keeps threads. */
export function readInteractionThread(shelf: RecordFolder, id: string): Interaction | undefined {
  const file = recordOn(shelf, id)
  const bytes = readBytes(file)
  if (bytes === undefined) return undefined
  const thread = Object(openYaml(bytes, file, { maxBytes: 8 * 2 ** 20 }).data()) as Record<string, unknown>
  return {
    id,
    tool_name: String(thread['tool_name'] ?? shelf.tool),
    kind: 'thread',
    status: 'succeeded',
    created_at: String(thread['created_at'] ?? ''),
    tags: Array.isArray(thread['tags']) ? thread['tags'].map(String) : [],
    notes: null,
    title: String(thread['title'] ?? ''),
    actor: { kind: 'person', id: 'person', door: 'web' },
    trigger: 'thread',
  }
}
