import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { withValueAt } from '../../../operation/command/nested.ts'
import type { Failure } from '../../../operation/errors.ts'
import type { OperationInput } from '../../../operation/input.ts'
import type { McpClient } from '../session/client.ts'

const KEY = 'input'

/** Where a call lacks required input and the client can show a form, the person is asked; once for each call. */
export function askForInput(error: Failure, client: McpClient, ctx: ServerContext): InputRequiredResult | undefined {
  const { schema } = Object(error.details?.['ask']) as { schema?: unknown }
  if (error.code !== 'usage' || schema === undefined || !showsForms(client) || wasAsked(ctx)) return undefined
  const message = `${error.message} What should it be?`
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema: schema as never }) },
  })
}

/** A client that says no more than that it can ask shows forms. */
function showsForms({ capabilities: { elicitation } }: McpClient): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

function wasAsked({ mcpReq }: ServerContext): boolean {
  return inputResponse(mcpReq.inputResponses, KEY).kind === 'elicit'
}

/** The arguments of a call with what the person was asked for. They are checked like any others. */
export function withAnswers(
  given: OperationInput,
  error: Failure,
  { mcpReq }: ServerContext,
): OperationInput | undefined {
  const answer = inputResponse(mcpReq.inputResponses, KEY)
  const { schema, in: within } = Object(error.details?.['ask']) as { schema?: OperationInput; in?: string }
  if (answer.kind !== 'elicit' || answer.action !== 'accept' || schema === undefined) return undefined
  const asked = Object.keys(Object(schema['properties']) as object)
  const content = Object(answer.content ?? {}) as OperationInput
  return asked
    .filter(place => Object.hasOwn(content, place))
    .reduce((input, place) => withValueAt(input, pathOf(within, place), content[place]), given)
}

function pathOf(within: string | undefined, place: string): string[] {
  return [...(within === undefined ? [] : [within]), ...place.split('.')]
}
