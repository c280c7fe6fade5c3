import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { answerOf } from '../answer/mcp-answer.ts'
import type { McpDoor } from '../door.ts'
import { actorOf, clientOf } from '../session/client.ts'
import type { OpenWorkPrompt } from './open-work.ts'

interface PromptExchange {
  readonly door: McpDoor
  readonly server: Server
  readonly ctx: ServerContext
}

/** What it says now. Where nothing is open, the refusal says how to begin. */
export async function openWorkText(work: OpenWorkPrompt, { door, server, ctx }: PromptExchange) {
  const app = await door.app(server)
  const entry = door.manifest.operations.find(({ name }) => name === work.operation)
  if (entry === undefined) throw new Error(`${work.operation} is not in the manifest`)
  const actor = actorOf(clientOf(server, ctx), door.actor)
  const outcome = await app.call(entry.name, {}, { actor, signal: ctx.mcpReq.signal })
  const surface = { operations: door.manifest.operations, profile: door.profile }
  const { content, isError = false } = answerOf(outcome, { entry, input: {}, surface })
  const [part] = content
  return { text: part?.type === 'text' ? part.text : '', isError }
}

/** Tells a client of 2025 about every change of what it subscribed to, for as long as it is connected. */
export class Subscriptions implements Disposable {
  readonly #server: Server
  readonly #door: McpDoor
  readonly #watches = new Map<string, Disposable>()

  constructor(server: Server, door: McpDoor) {
    this.#server = server
    this.#door = door
  }

  async add(uri: string): Promise<void> {
    const [server, door] = [this.#server, this.#door]
    const { store } = await door.app(server)
    this.remove(uri)
    const tell = () => void server.sendResourceUpdated({ uri }).catch(problem => door.report(problem))
    this.#watches.set(uri, store.events.watch(tell))
  }

  remove(uri: string): void {
    this.#watches.get(uri)?.[Symbol.dispose]()
    this.#watches.delete(uri)
  }

  [Symbol.dispose](): void {
    for (const uri of [...this.#watches.keys()]) this.remove(uri)
  }
}
