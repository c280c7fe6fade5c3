import fs from 'node:fs'
import { createApp } from '../../../app/app.ts'
import type { HookAnswer } from '../../../flows/hook/model.ts'
import type { HookMoment } from '../../../flows/hook/moment.ts'
import { type HookReply, replyFor } from '../../../flows/hook/replies.ts'
import { readTranscript, type Transcript } from '../../../flows/hook/transcript.ts'
import type { ClientId, HookEvent } from '../../../flows/init/clients.ts'
import { readManifest } from '../manifest.ts'

interface HookRequest {
  readonly event: HookEvent
  readonly client: ClientId | undefined
  readonly moment: HookMoment
  readonly start: string
}

/** Asks the operation, and puts its answer into the words of the client. */
export async function reply({ event, client, moment, start }: HookRequest): Promise<HookReply> {
  await using app = createApp({ manifest: readManifest(), root: start, env: process.env })
  const actor = { kind: 'agent', id: client ?? 'hook', door: 'cli' } as const
  const outcome = await app.call('hook.answer', inputFor(event, moment), { actor })
  if (outcome.ok) return replyFor(client, event, outcome.value as HookAnswer)
  const { message, fix } = outcome.error
  return { code: 0, stderr: `furrow hook: ${message}${fix === undefined ? '' : ` (${fix})`}\n` }
}

const MOST_TEXTS = 200
const MOST_CHARACTERS = 50_000
const MOST_FILES = 1000

function inputFor(event: HookEvent, { session, files, said, transcript, again }: HookMoment): Record<string, unknown> {
  const wants = event === 'before-compact' || (event === 'stop' && said === undefined)
  const told: Transcript = wants ? transcriptAt(transcript) : { texts: [], files: [] }
  const last = said ?? told.texts.at(-1)
  return {
    event,
    again,
    ...(session !== undefined && { session: session.slice(0, MOST_TEXTS) }),
    files: [...new Set([...files, ...told.files])].filter(file => file.length <= 4096).slice(-MOST_FILES),
    ...(event === 'before-compact' && {
      texts: told.texts.slice(-MOST_TEXTS).map(text => text.slice(-MOST_CHARACTERS)),
    }),
    ...(event === 'stop' && last !== undefined && { said: last.slice(-MOST_CHARACTERS) }),
  }
}

const MOST_BYTES = 8 * 1024 * 1024

/** The end of the session's record, which the client keeps and names itself. */
function transcriptAt(file: string | undefined): Transcript {
  if (file === undefined || !fs.existsSync(file)) return { texts: [], files: [] }
  const size = fs.statSync(file).size
  const handle = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES))
    const read = fs.readSync(handle, bytes, 0, bytes.length, Math.max(0, size - MOST_BYTES))
    return readTranscript(bytes.subarray(0, read).toString('utf8'))
  } finally {
    fs.closeSync(handle)
  }
}
