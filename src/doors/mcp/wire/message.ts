import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server'

/**
 * JSON-RPC as the protocol wants it, checked before the SDK sees a message: its transports drop what they cannot parse
 * without an answer, and answer malformed params of most methods as an internal error.
 */
export type Checked =
  | { readonly kind: 'message'; readonly message: RpcMessage }
  | { readonly kind: 'refused'; readonly reply: RpcFailure }
  | { readonly kind: 'ignored'; readonly why: string }

export type RpcId = string | number

export interface RpcMessage {
  readonly jsonrpc: '2.0'
  readonly id?: RpcId
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { code: number; message: string; data?: unknown }
}

export interface RpcFailure {
  readonly jsonrpc: '2.0'
  readonly id: RpcId | null
  readonly error: { readonly code: number; readonly message: string }
}

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const INVALID_PARAMS = -32602

/** Deeper documents than this are nobody's arguments, and recursive code cannot take them. */
const MAX_DEPTH = 100

/** Larger messages are refused on every wire, so that no door takes what another one does not. */
export const MAX_MESSAGE_BYTES = 1024 * 1024
export const TOO_LARGE = `A message is at most ${MAX_MESSAGE_BYTES} bytes.`

/** Notifications that change something here. All others mean nothing to a server that asks for no progress. */
const HEARD: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/roots/list_changed',
])

export function isHeard(method: string): boolean {
  return HEARD.has(method)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseBytes(bytes: Uint8Array): Checked {
  try {
    return parseMessage(utf8.decode(bytes))
  } catch {
    return refused(null, PARSE_ERROR, 'The message is not UTF-8.')
  }
}

export function parseMessage(text: string): Checked {
  if (isTooDeep(text)) return refused(null, PARSE_ERROR, `The message is nested deeper than ${MAX_DEPTH} levels.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return refused(null, PARSE_ERROR, `The message is not JSON: ${(cause as Error).message}`)
  }
  return checkMessage(value)
}

export function checkMessage(value: unknown): Checked {
  if (Array.isArray(value)) return refused(null, INVALID_REQUEST, 'Batches are not served; send one message a line.')
  if (!isRecord(value)) return refused(null, INVALID_REQUEST, 'A message is a JSON object.')
  const id = idOf(value)
  if (value.jsonrpc !== '2.0') return refused(id ?? null, INVALID_REQUEST, 'jsonrpc must be "2.0".')
  if (!('method' in value)) return checkResponse(value, id)
  if ('id' in value && id === undefined)
    return refused(null, INVALID_REQUEST, 'id must be a string or an integer that JSON can carry exactly.')
  return checkCall(value, id)
}

function checkCall({ method, params }: Record<string, unknown>, id: RpcId | undefined): Checked {
  if (typeof method !== 'string') return answer(id, INVALID_REQUEST, 'method must be a string.')
  if (params !== undefined && !isRecord(params)) return answer(id, INVALID_PARAMS, 'params must be an object.')
  const problem = whyNotParams(method, params ?? {})
  if (problem !== undefined) return answer(id, INVALID_PARAMS, `${method}: ${problem}`)
  const message = {
    jsonrpc: '2.0' as const,
    ...(id !== undefined && { id }),
    method,
    ...(params !== undefined && { params }),
  }
  return hasSoundMeta(message)
    ? { kind: 'message', message }
    : answer(id, INVALID_PARAMS, `${method}: _meta is malformed.`)
}

/** What the SDK does not take for a call it drops without a word; only `_meta` can be the reason by now. */
function hasSoundMeta(message: RpcMessage): boolean {
  if (message.params?._meta === undefined) return true
  return message.id === undefined ? isJSONRPCNotification(message) : isJSONRPCRequest(message)
}

function checkResponse(value: Record<string, unknown>, id: RpcId | undefined): Checked {
  if (!('result' in value) && !('error' in value)) return answer(id ?? null, INVALID_REQUEST, 'method is missing.')
  if (id === undefined || ('result' in value && !isRecord(value.result)))
    return { kind: 'ignored', why: 'a response that answers nothing' }
  return { kind: 'message', message: value as unknown as RpcMessage }
}

type ParamRule = readonly [field: string, kind: 'string' | 'object' | 'strings', optional?: 'optional']

const PARAMS: Readonly<Record<string, readonly ParamRule[]>> = {
  initialize: [
    ['protocolVersion', 'string'],
    ['capabilities', 'object'],
    ['clientInfo', 'object'],
    ['clientInfo.name', 'string'],
    ['clientInfo.version', 'string'],
  ],
  'tools/call': [
    ['name', 'string'],
    ['arguments', 'object', 'optional'],
  ],
  'prompts/get': [
    ['name', 'string'],
    ['arguments', 'strings', 'optional'],
  ],
  'resources/read': [['uri', 'string']],
  'resources/subscribe': [['uri', 'string']],
  'resources/unsubscribe': [['uri', 'string']],
  'logging/setLevel': [['level', 'string']],
  'tools/list': [['cursor', 'string', 'optional']],
  'prompts/list': [['cursor', 'string', 'optional']],
  'resources/list': [['cursor', 'string', 'optional']],
  'resources/templates/list': [['cursor', 'string', 'optional']],
}

/** The 2026 era has none of these: there they are unknown methods, whatever their params. */
const ONLY_BEFORE_2026: ReadonlySet<string> = new Set([
  'initialize',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
])

function whyNotParams(method: string, params: Record<string, unknown>): string | undefined {
  const modern = isRecord(params._meta) && 'io.modelcontextprotocol/protocolVersion' in params._meta
  const checked = Object.hasOwn(PARAMS, method) && !(modern && ONLY_BEFORE_2026.has(method))
  const rules = checked ? (PARAMS[method] ?? []) : []
  return rules.map(rule => whyNotField(rule, params)).find(problem => problem !== undefined)
}

function whyNotField([field, kind, optional]: ParamRule, params: Record<string, unknown>): string | undefined {
  const value = field.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), params)
  if (value === undefined && optional === 'optional') return undefined
  if (kind === 'string') return typeof value === 'string' ? undefined : `${field} must be a string.`
  if (!isRecord(value)) return `${field} must be an object.`
  const texts = kind === 'object' || Object.values(value).every(item => typeof item === 'string')
  return texts ? undefined : `${field} must hold strings.`
}

/** Whether braces and brackets outside of strings nest too deep; costs one pass and no stack. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (quoted) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

function idOf({ id }: Record<string, unknown>): RpcId | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RpcId) : undefined
}

/** A notification gets no answer, however wrong it is. */
function answer(id: RpcId | null | undefined, code: number, message: string): Checked {
  return id === undefined ? { kind: 'ignored', why: message } : refused(id, code, message)
}

function refused(id: RpcId | null, code: number, message: string): Checked {
  return { kind: 'refused', reply: { jsonrpc: '2.0', id, error: { code, message } } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
