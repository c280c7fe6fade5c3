import type { JobHandler } from '../../workspace/worker-jobs.ts'

/** Everything that a server does in its thread; loaded there, when it is first asked for. */
export const jobs: Readonly<Record<string, () => Promise<JobHandler<never, unknown>>>> = {
  'ask.find': async () => (await import('../../ask/find-in-worker.ts')).findInWorker,
  'memory.search': async () => (await import('../../memory/search-in-worker.ts')).searchInWorker,
  'memory.look-over': async () => (await import('../../memory/search-in-worker.ts')).lookOverInWorker,
}
