import type { FaultLab } from '../fault-lab.ts'
import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

export const THREAD_ID = '20260101-101500-abc'
export const THREAD_FILE = `.sdlc/tool-interactions/ama/${THREAD_ID}.yaml`

/** A thread as a question leaves it. */
export const THREAD = `schema_version: 1
id: ${THREAD_ID}
tool_name: ama
kind: thread
title: Where is the cookie set?
created_at: 2026-01-01T10:15:00.000Z
updated_at: 2026-01-01T10:15:00.000Z
tags:
  - login
committed_to: null
commits: []
turns:
  - id: turn-001
    question: Where is the cookie set?
    sources:
      - path: src/login.ts
        lines:
          - 1
          - 4
        excerpt: export function login() {}
        score: 0.9
    synthesis: null
    created_at: 2026-01-01T10:15:00.000Z
    status: answering
    way: client
`

const VECTORS = { maker: 'ollama', url: 'http://127.0.0.1:9', model: 'm' }

export const askWrites: readonly Write[] = [
  // The folder of the first thread, and what keeps it out of git, are made before it.
  {
    name: 'thread.create',
    order: call('thread.create', { title: 'Cookies' }),
    inOrder: [/\.sdlc\/$/, /\.gitignore$/, /tool-interactions\/$/, /ama\/$/, /\.yaml$/],
  },
  { name: 'thread.update', prepare: kept, order: call('thread.update', { id: THREAD_ID, title: 'Cookies' }) },
  { name: 'thread.delete', prepare: kept, order: call('thread.delete', { id: THREAD_ID }) },
  {
    name: 'thread.restore',
    prepare: async lab => {
      kept(lab)
      await done(lab, call('thread.delete', { id: THREAD_ID }, 'earlier'))
    },
    order: call('thread.restore', { id: THREAD_ID }),
  },
  { name: 'thread.commit', prepare: kept, order: call('thread.commit', { id: THREAD_ID, target: 'feature' }) },
  {
    name: 'ask.store',
    prepare: kept,
    order: call('ask.store', { thread_id: THREAD_ID, turn_id: 'turn-001', synthesis: 'In `src/login.ts:2`.' }),
  },
  { name: 'ask.vectors_add', order: call('ask.vectors_add', VECTORS) },
  {
    name: 'ask.vectors_remove',
    prepare: lab => done(lab, call('ask.vectors_add', VECTORS, 'earlier')),
    order: call('ask.vectors_remove', {}),
  },
]

function kept(lab: FaultLab): void {
  lab.write(THREAD_FILE, THREAD)
}
