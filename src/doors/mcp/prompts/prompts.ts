import { ProtocolError, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import type { GuideEntry } from '../../../operation/manifest.ts'
import type { McpDoor } from '../door.ts'
import { INVALID_PARAMS } from '../wire/message.ts'
import { OPEN_WORK } from './open-work.ts'
import type { Subscriptions } from './read-open-work.ts'

const PREFIX = 'furrow://guides/'

/** What is open now, then each guide, as prompts and resources; `instructions` is what every client is told at the start. */
export function servePrompts(server: Server, door: McpDoor): void {
  const guides = door.manifest.guides.filter(({ name }) => name !== 'instructions')
  const find = (name: string) => guides.find(guide => guide.name === name)

  server.setRequestHandler('prompts/list', () => ({ prompts: [...OPEN_WORK.map(toPrompt), ...guides.map(toPrompt)] }))
  server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    const work = OPEN_WORK.find(({ name }) => name === params.name)
    if (work !== undefined) {
      const { text } = await (await readers()).openWorkText(work, { door, server, ctx })
      return message(work.description, text)
    }
    const guide = find(params.name)
    if (guide === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no prompt ${params.name}.`)
    return message(guide.summary, await textOf(guide))
  })
  server.setRequestHandler('resources/list', () => ({
    resources: [
      ...OPEN_WORK.map(toResource),
      ...guides.map(guide => toResource({ ...guide, uri: PREFIX + guide.name })),
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
    const work = OPEN_WORK.find(each => each.uri === uri)
    if (work !== undefined) {
      const { text, isError } = await (await readers()).openWorkText(work, { door, server, ctx })
      if (isError) throw new ResourceNotFoundError(uri, text)
      return { contents: [{ uri, mimeType: 'text/markdown', text }] }
    }
    const guide = uri.startsWith(PREFIX) ? find(uri.slice(PREFIX.length)) : undefined
    if (guide === undefined) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    return { contents: [{ uri, mimeType: 'text/markdown', text: await textOf(guide) }] }
  })
  serveSubscriptions(server, door)
}

/** Guides never change while a server runs; what is open does. */
function serveSubscriptions(server: Server, door: McpDoor): void {
  let watching: Promise<Subscriptions> | undefined
  const subscriptions = () => {
    watching ??= readers().then(({ Subscriptions: Made }) => new Made(server, door))
    return watching
  }
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!OPEN_WORK.some(work => work.uri === uri) && !uri.startsWith(PREFIX))
      throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    if (!uri.startsWith(PREFIX)) await (await subscriptions()).add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    ;(await watching)?.remove(uri)
    return {}
  })
  server.onclose = () => void watching?.then(made => made[Symbol.dispose]())
}

/** Loaded when something is first read: a start needs none of it. */
function readers() {
  return import('./read-open-work.ts')
}

function message(description: string, text: string) {
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}

interface PromptEntry {
  readonly name: string
  readonly title: string
}

function toPrompt({ name, title, ...more }: PromptEntry & ({ description: string } | { summary: string })) {
  return { name, title, description: 'summary' in more ? more.summary : more.description }
}

function toResource({ uri, ...shown }: Parameters<typeof toPrompt>[0] & { uri: string }) {
  return { uri, ...toPrompt(shown), mimeType: 'text/markdown' }
}

async function textOf(guide: GuideEntry): Promise<string> {
  const { guideText } = await import('../../../workspace/guides/text.ts')
  return guideText(guide)
}
