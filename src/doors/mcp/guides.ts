import { ProtocolError, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import type { GuideEntry, Manifest } from '../../operation/manifest.ts'
import { INVALID_PARAMS } from './message.ts'

const PREFIX = 'furrow://guides/'

/** Each guide is a prompt and a resource; `instructions` is what every client is told at the start. */
export function serveGuides(server: Server, manifest: Manifest): void {
  const guides = manifest.guides.filter(({ name }) => name !== 'instructions')
  const find = (name: string) => guides.find(guide => guide.name === name)

  server.setRequestHandler('prompts/list', () => ({ prompts: guides.map(toPrompt) }))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const guide = find(params.name)
    if (guide === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no prompt ${params.name}.`)
    const text = await textOf(guide)
    return { description: guide.summary, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
  server.setRequestHandler('resources/list', () => ({ resources: guides.map(toResource) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const guide = uri.startsWith(PREFIX) ? find(uri.slice(PREFIX.length)) : undefined
    if (guide === undefined) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    return { contents: [{ uri, mimeType: 'text/markdown', text: await textOf(guide) }] }
  })
}

function toPrompt({ name, title, summary }: GuideEntry) {
  return { name, title, description: summary }
}

function toResource({ name, title, summary }: GuideEntry) {
  return { uri: `${PREFIX}${name}`, name, title, description: summary, mimeType: 'text/markdown' }
}

async function textOf(guide: GuideEntry): Promise<string> {
  const { guideText } = await import('../../workspace/guides/text.ts')
  return guideText(guide)
}
