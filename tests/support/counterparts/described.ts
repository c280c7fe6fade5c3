import { type Call, callOf, readDescription, replyProblems, requestProblems } from './description.ts'
import { type Answering, type Asked, type Counterpart, type Reply, startCounterpart } from './server.ts'

export interface Received extends Asked, Call {}

type Answer = (received: Received, counterpart: Counterpart) => Reply | Promise<Reply>

interface Standing {
  /** Whose descriptions hold here: files of `api/`. */
  readonly providers: readonly string[]
  readonly answer: Answer
  /** What goes wrong on purpose, and is therefore described nowhere. */
  readonly fault?: (asked: Asked) => Answering | Promise<Answering> | undefined
}

/**
 * A stand-in for a provider. Each request and each answer is held against the published description; what does not fit is
 * a complaint, and a stand-in with complaints fails the test that used it when it is closed.
 */
export async function startDescribed({ providers, answer, fault }: Standing): Promise<Counterpart> {
  const descriptions = providers.map(readDescription)
  const server = await startCounterpart(async (asked, counterpart) => {
    const wrong = fault?.(asked)
    if (wrong !== undefined) return wrong
    const call = descriptions.map(each => callOf(each, asked)).find(found => found !== undefined)
    if (call === undefined) {
      counterpart.complaints.push(`${asked.method} ${asked.path} is described nowhere`)
      return { status: 404, body: { message: 'Not Found' } }
    }
    counterpart.complaints.push(...requestProblems(call, asked))
    const reply = await answer({ ...asked, ...call }, counterpart)
    counterpart.complaints.push(...replyProblems(call, reply))
    return reply
  })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      if (server.complaints.length > 0) throw new Error(`${providers.join(', ')}: ${server.complaints.join('\n')}`)
    },
  }
}
