import { parentPort } from 'node:worker_threads'
import { work } from './work.ts'

/** What the bin does inside a thread. */
export function begin(): void {
  if (parentPort === null) throw new Error('this is no thread')
  work(parentPort)
}
