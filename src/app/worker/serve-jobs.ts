import type { MessagePort } from 'node:worker_threads'
import type { Progress } from '../../operation/capabilities.ts'
import type { JobContext, JobHandler } from '../../workspace/worker-jobs.ts'
import { jobs } from './jobs.ts'
import { packError, type WorkerOrder, type WorkerReply } from './message.ts'

/** The thread's side: carries out orders as they come, and says of each how it goes and how it ended. */
export function serveJobs(port: MessagePort): void {
  const kept = new Map<string, unknown>()
  const underWay = new Map<number, AbortController>()
  const keep: JobContext['keep'] = (key, make) => {
    if (!kept.has(key)) kept.set(key, make())
    return kept.get(key) as ReturnType<typeof make>
  }
  const carryOut = async ({ id, job, input }: Extract<WorkerOrder, { job: string }>) => {
    const say = (kind: WorkerReply['kind'], body: unknown) => port.postMessage({ id, kind, body } satisfies WorkerReply)
    const stop = new AbortController()
    underWay.set(id, stop)
    try {
      const progress = (made: Progress) => say('progress', made)
      say('value', await (await load(job))(input, { signal: stop.signal, progress, keep }))
    } catch (error) {
      say('error', packError(error))
    } finally {
      underWay.delete(id)
    }
  }
  port.on('message', (order: WorkerOrder) => {
    if ('stop' in order) underWay.get(order.id)?.abort()
    else void carryOut(order)
  })
}

async function load(job: string): Promise<JobHandler<unknown, unknown>> {
  const found = jobs[job]
  if (found === undefined) throw new Error(`there is no job ${job}`)
  return (await found()) as JobHandler<unknown, unknown>
}
