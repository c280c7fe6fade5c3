import { parentPort } from 'node:worker_threads'
import { serveJobs } from './serve-jobs.ts'

/** What the bin does inside a thread. */
export function startWorker(): void {
  if (parentPort === null) throw new Error('this is no thread')
  serveJobs(parentPort)
}
