import type { ResourceEntry } from '../operation/manifest.ts'
import type { OpenResource } from '../workspace/call.ts'

/** A resource and where its code is; the manifest keeps the plain fields alone. */
export interface Resource extends ResourceEntry {
  readonly load: () => Promise<OpenResource>
}

/** Bodies that are not JSON: logs, attachments, downloads, streams. Same policy as operations, served by the HTTP door. */
export const resources: readonly Resource[] = [
  {
    name: 'run.events',
    summary: 'The lines of a run as they come, from a line number or Last-Event-ID on, and its end.',
    path: '/api/runs/:id/events',
    type: 'text/event-stream',
    params: { id: 'id' },
    query: ['from', 'as'],
    load: async () => (await import('../runs/watch/event-stream.ts')).events,
  },
  {
    name: 'tool.events',
    summary: 'The lines of a tool as they come, from a line number or Last-Event-ID on, and its end.',
    path: '/api/interactions/:id/events',
    type: 'text/event-stream',
    params: { id: 'id' },
    query: ['from', 'as'],
    load: async () => (await import('../runs/watch/event-stream.ts')).events,
  },
  {
    name: 'run.log',
    summary: 'The whole log of a run as text.',
    path: '/api/runs/:id/log',
    type: 'text/plain; charset=utf-8',
    params: { id: 'id' },
    load: async () => (await import('../runs/show/download.ts')).log,
  },
  {
    name: 'run.attachment',
    summary: 'A file that a run attached.',
    path: '/api/runs/:id/attachments/:name',
    type: 'application/octet-stream',
    params: { id: 'id', name: 'id' },
    load: async () => (await import('../runs/show/download.ts')).attachment,
  },
  {
    name: 'tool.upload',
    summary: 'Sends a file of at most 10 MiB for the form of a tool; its path in the workspace is the value.',
    path: '/api/tools/:name/uploads',
    type: 'application/json',
    params: { name: 'id' },
    query: ['file'],
    takesBytes: true,
    load: async () => (await import('../tools/run/upload.ts')).upload,
  },
]
