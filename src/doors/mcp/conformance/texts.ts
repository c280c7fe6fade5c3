import {
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { objectOf, RED_PIXEL } from './fixture.ts'

type Arguments = Readonly<Record<string, string>>

interface PromptFixture {
  readonly description: string
  readonly arguments?: readonly string[]
  get(args: Arguments, ctx: ServerContext): GetPromptResult | InputRequiredResult
}

const says = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

export const fixturePrompts: Readonly<Record<string, PromptFixture>> = {
  test_simple_prompt: {
    description: 'A prompt without arguments.',
    get: () => ({ messages: [says('This is a simple prompt for testing.')] }),
  },
  test_prompt_with_arguments: {
    description: 'A prompt with arguments.',
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt with a resource.',
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: textAt(resourceUri, 'Embedded resource content for testing.') },
        },
        says('Please process the embedded resource above.'),
      ],
    }),
  },
  test_prompt_with_image: {
    description: 'A prompt with an image.',
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: RED_PIXEL, mimeType: 'image/png' } },
        says('Please analyze the image above.'),
      ],
    }),
  },
  test_input_required_result_prompt: {
    description: 'A prompt that asks first.',
    get(_args, { mcpReq }) {
      if (inputResponse(mcpReq.inputResponses, 'user_context').kind === 'elicit') return { messages: [says('Done.')] }
      const requestedSchema = objectOf({ context: { type: 'string' } }) as never
      const message = 'What context should the prompt use?'
      return inputRequired({ inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) } })
    },
  },
}

export const fixtureResources = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched', description: 'A text to watch.', mimeType: 'text/plain' },
]

export const templates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'A record.',
    mimeType: 'application/json',
  },
]

export function readFixture(uri: string): ReadResourceResult | undefined {
  if (uri === 'test://static-text')
    return { contents: [textAt(uri, 'This is the content of the static text resource.')] }
  if (uri === 'test://watched-resource') return { contents: [textAt(uri, 'Watched.')] }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: RED_PIXEL }] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return undefined
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

function textAt(uri: string, text: string) {
  return { uri, mimeType: 'text/plain', text }
}
