/** One request to a counterpart that may be slow, away, or not what it says it is. */
export interface Asking {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is a text. */
  body?: unknown
  timeoutSeconds?: number
  signal?: AbortSignal
  /** Of the answer; what is longer is refused. */
  mostBytes?: number
  redirect?: 'follow' | 'error' | 'manual'
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  url: string
  duration_ms: number
}

const TIMEOUT_SECONDS = 15
const MOST_BYTES = 10 * 2 ** 20

/** Sends it and reads the whole answer, whatever its status. Throws with a sentence that says what went wrong. */
export async function ask(address: string | URL, asking: Asking = {}): Promise<Answer> {
  const url = addressOf(address)
  const { timeoutSeconds = TIMEOUT_SECONDS, mostBytes = MOST_BYTES } = asking
  const patience = AbortSignal.timeout(timeoutSeconds * 1000)
  const began = performance.now()
  try {
    const response = await fetch(url, {
      method: asking.method ?? 'GET',
      headers: headersOf(asking),
      redirect: asking.redirect ?? 'follow',
      signal: asking.signal === undefined ? patience : AbortSignal.any([asking.signal, patience]),
      ...(asking.body !== undefined && { body: bodyOf(asking.body) }),
    })
    const text = await textOf(response, mostBytes)
    const { status, headers } = response
    return { status, headers, text, url: response.url || url.href, duration_ms: performance.now() - began }
  } catch (error) {
    throw new Error(whyNot(url, error, { patience, seconds: timeoutSeconds }), { cause: error })
  }
}

/** The same for an interface that answers JSON: any other status than 2xx, and any other text, is an error. */
export async function askJson(address: string | URL, asking: Asking = {}): Promise<{ json: unknown; answer: Answer }> {
  const answer = await ask(address, { ...asking, headers: { accept: 'application/json', ...asking.headers } })
  if (answer.status < 200 || answer.status > 299) throw new Error(refusalOf(answer))
  const isEmpty = answer.text === '' && (answer.status === 202 || answer.status === 204)
  return { json: isEmpty ? null : jsonOf(answer), answer }
}

export function jsonOf({ text, url }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${placeOf(url)} answered with something that is not JSON: ${excerpt(text)}`)
  }
}

const REASONS: Readonly<Record<number, string>> = {
  401: 'it does not accept the key',
  403: 'the key may not do this',
  404: 'it does not know what was asked for',
  429: 'it was asked too often',
}

/** A sentence about an answer that is no success, with what the counterpart itself says. */
export function refusalOf({ status, text, url }: Answer): string {
  const reason = REASONS[status] ?? (status >= 500 ? 'it has a fault of its own' : 'it refused')
  const said = saidIn(text)
  return `${placeOf(url)} answered ${status}: ${reason}${said === '' ? '.' : ` (${said})`}`
}

/** How many seconds an answer asks to wait: a number or a date, or the fallback. */
export function retryAfterOf(headers: Headers, fallback: number): number {
  const said = headers.get('retry-after')
  if (said === null || said.trim() === '') return fallback
  const seconds = Number(said)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const date = Date.parse(said)
  return Number.isNaN(date) ? fallback : Math.max(0, (date - Date.now()) / 1000)
}

/** Waits, and no longer than until the run is cancelled. */
export async function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export function addressOf(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(`${JSON.stringify(String(address))} is no address that starts with http:// or https://.`)
  return url
}

function headersOf({ headers = {}, body }: Asking): Record<string, string> {
  const json = body !== undefined && typeof body !== 'string'
  return { 'user-agent': 'furrow-tool', ...(json && { 'content-type': 'application/json' }), ...headers }
}

function bodyOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return ''
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    size += part.value.length
    if (size <= mostBytes) continue
    await reader.cancel()
    throw new TooLong(`the answer is longer than ${Math.round(mostBytes / 2 ** 20)} MiB`)
  }
  return Buffer.concat(parts).toString('utf8')
}

class TooLong extends Error {}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function whyNot(url: URL, error: unknown, { patience, seconds }: { patience: AbortSignal; seconds: number }): string {
  const place = placeOf(url.href)
  if (patience.aborted) return `${place} did not answer within ${seconds} s.`
  if (!(error instanceof Error)) return `${place}: ${String(error)}`
  if (error instanceof TooLong) return `${place}: ${error.message}.`
  if (error.name === 'AbortError') return 'It was cancelled.'
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : ''
  return `${place} cannot be reached: ${CODES[code] ?? cause.message}${CODES[code] === undefined ? '' : ` (${code})`}.`
}

/** Without the query and what may be secret in the path: `https://hooks.example.com`. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}

/** The field in which interfaces put their reason, else the beginning of the text. */
function saidIn(text: string): string {
  try {
    const { message, error, error_description, detail, errors } = Object(JSON.parse(text)) as Record<string, unknown>
    const [first] = Array.isArray(errors) ? errors : []
    const said = [message, error_description, error, detail, first].find(
      each => typeof each === 'string' && each !== '',
    )
    return said === undefined ? excerpt(text) : excerpt(String(said))
  } catch {
    return excerpt(text)
  }
}

/** Of a page the words, without what is between angle brackets. */
function excerpt(text: string): string {
  const words = /^\s*</.test(text) ? text.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ') : text
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
