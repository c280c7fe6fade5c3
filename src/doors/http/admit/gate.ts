/** The first three questions to every request, asked before anything else looks at it. */
export interface GateRequest {
  readonly method: string
  /** The request target as it was sent. */
  readonly target: string
  /** Names and values by turns, as they were sent: a second Host must not hide behind the first. */
  readonly rawHeaders: readonly string[]
}

export type GateVerdict = { readonly pass: true } | { readonly pass: false; readonly status: 403 | 421 }

const PASS: GateVerdict = { pass: true }

export function judgeRequest(asked: GateRequest, port: number): GateVerdict {
  const [host, ...moreHosts] = valuesOf(asked, 'host')
  if (moreHosts.length > 0 || !asked.target.startsWith('/') || host === undefined || !hostsOf(port).includes(host))
    return { pass: false, status: 421 }
  const origins = valuesOf(asked, 'origin')
  if (origins.length > 1 || origins.some(origin => origin !== `http://${host}`)) return { pass: false, status: 403 }
  return valuesOf(asked, 'sec-fetch-site').every(site => isOwnSite(site, asked)) ? PASS : { pass: false, status: 403 }
}

/** The names under which a browser may know this server. */
export function hostsOf(port: number): readonly string[] {
  const suffix = port === 80 ? '' : `:${port}`
  return [`127.0.0.1${suffix}`, `localhost${suffix}`]
}

/** `none` is a person who typed the address or followed a link outside the browser: a page load, nothing else. */
function isOwnSite(site: string, asked: GateRequest): boolean {
  if (site === 'same-origin') return true
  return site === 'none' && asked.method === 'GET' && valuesOf(asked, 'sec-fetch-mode').join() === 'navigate'
}

function valuesOf({ rawHeaders }: GateRequest, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}
