import { randomBytes } from 'node:crypto'
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server'
import { type FixtureContext, objectOf, type ToolFixture, text } from './fixture.ts'

export const fixtureState = createRequestStateCodec<string>({ key: randomBytes(32) })

const form = (message: string, properties: Readonly<Record<string, unknown>>) =>
  inputRequired.elicit({ message, requestedSchema: objectOf(properties) as never })
const string = { type: 'string' }
const userName = () => form('What is your name?', { name: string })
const roots = () => inputRequired.listRoots()
const question = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens })

/** Tools that ask the client for something and are called again with its answers. */
export const askingTools: Readonly<Record<string, ToolFixture>> = {
  test_elicitation: {
    description: 'Asks the person for a name and an address.',
    inputSchema: objectOf({ message: string }),
    run: ({ message }, around) =>
      elicited(around, String(message), {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults.',
    run: (_args, around) =>
      elicited(around, 'Please review these values.', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks with every kind of choice.',
    run: (_args, around) => elicited(around, 'Please choose.', choices),
  },
  test_sampling: {
    description: 'Asks the model of the client.',
    inputSchema: objectOf({ prompt: string }),
    run({ prompt }, { ctx }) {
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'answer')
      if (answer.kind !== 'sampling') return inputRequired({ inputRequests: { answer: question(String(prompt), 100) } })
      return text(`LLM response: ${JSON.stringify(answer.result.content)}`)
    },
  },
  test_input_required_result_elicitation: {
    description: 'Asks for a name.',
    run: (_args, around) =>
      unlessAnswered(around, { user_name: userName() }, ({ user_name }) => `Hello, ${contentOf(user_name, 'name')}!`),
  },
  test_input_required_result_sampling: {
    description: 'Asks the model of the client, once.',
    run: (_args, around) =>
      unlessAnswered(around, { capital_question: question('What is the capital of France?', 100) }, answers =>
        JSON.stringify(answers),
      ),
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots.',
    run: (_args, around) => unlessAnswered(around, { client_roots: roots() }, answers => JSON.stringify(answers)),
  },
  test_input_required_result_request_state: {
    description: 'Asks and keeps a state.',
    run: (_args, around) => withState(around, 'state-ok'),
  },
  test_input_required_result_tampered_state: {
    description: 'Keeps a state that cannot be forged.',
    run: (_args, around) => withState(around, 'Done.'),
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks for three things at once.',
    async run(_args, around) {
      const requests = { user_name: userName(), greeting: question('Generate a greeting', 50), client_roots: roots() }
      const answered = unlessAnswered(around, requests, answers => JSON.stringify(answers))
      return 'content' in answered
        ? answered
        : inputRequired({ inputRequests: requests, requestState: await fixtureState.mint('asked') })
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice.',
    async run(_args, { ctx }) {
      const [round, { inputResponses }] = [ctx.mcpReq.requestState<string>(), ctx.mcpReq]
      if (round === 'second' && inputResponse(inputResponses, 'step2').kind === 'elicit') return text('Done.')
      const second = round === 'first' && inputResponse(inputResponses, 'step1').kind === 'elicit'
      const step = second
        ? { step2: form('Step 2: What is your favorite color?', { color: string }) }
        : { step1: form('Step 1: What is your name?', { name: string }) }
      return inputRequired({ inputRequests: step, requestState: await fixtureState.mint(second ? 'second' : 'first') })
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks only for what the client can give.',
    run(_args, { client }) {
      const requests: InputRequests = {
        ...(client.capabilities.elicitation !== undefined && { user_name: userName() }),
        ...(client.capabilities.sampling !== undefined && { greeting: question('Generate a greeting', 50) }),
      }
      return Object.keys(requests).length === 0 ? text('Nothing to ask.') : inputRequired({ inputRequests: requests })
    },
  },
  test_streaming_elicitation: {
    description: 'Reports progress, then asks.',
    run: (_args, around) => unlessAnswered(around, { user_name: userName() }, () => 'Done.'),
  },
  test_missing_capability: {
    description: 'Needs a client with a model.',
    run(_args, { client }) {
      if (client.capabilities.sampling === undefined)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
      return text('Done.')
    },
  },
}

const options = ['option1', 'option2', 'option3']
const titled = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}))
const choices = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
}

function elicited({ ctx }: FixtureContext, message: string, properties: Readonly<Record<string, unknown>>) {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'answer')
  if (answer.kind !== 'elicit') return inputRequired({ inputRequests: { answer: form(message, properties) } })
  return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`)
}

function unlessAnswered(
  { ctx }: FixtureContext,
  requests: InputRequests,
  say: (answers: Record<string, unknown>) => string,
) {
  const answers = ctx.mcpReq.inputResponses ?? {}
  const missing = Object.keys(requests).filter(key => inputResponse(answers, key).kind === 'missing')
  return missing.length === 0 ? text(say(answers)) : inputRequired({ inputRequests: requests })
}

async function withState({ ctx }: FixtureContext, done: string) {
  if (ctx.mcpReq.requestState<string>() === 'asked') return text(done)
  const confirm = form('Please confirm', { ok: { type: 'boolean' } })
  return inputRequired({ inputRequests: { confirm }, requestState: await fixtureState.mint('asked') })
}

function contentOf(answer: unknown, field: string): unknown {
  return (answer as CallToolResult & { content?: Record<string, unknown> }).content?.[field as never]
}
