/** The tables of the Host, Origin and Sec-Fetch-Site matrix. What is allowed is written down here, not computed. */
export interface HostRow {
  readonly what: string
  readonly ok: boolean
  /** The Host header lines, in order. */
  readonly lines: (port: number) => readonly string[]
  /** What stands before the path in the request line. */
  readonly before?: (port: number) => string
}

const one = (what: string, host: (port: number) => string, ok = false): HostRow => ({
  what,
  ok,
  lines: port => [host(port)],
})

export const HOSTS: readonly HostRow[] = [
  one('the address', port => `127.0.0.1:${port}`, true),
  one('the name', port => `localhost:${port}`, true),
  one('capitals', port => `LOCALHOST:${port}`),
  one('a trailing dot', port => `localhost.:${port}`),
  one('a short address', port => `127.1:${port}`),
  one('a decimal address', port => `2130706433:${port}`),
  one('a hexadecimal address', port => `0x7f.1:${port}`),
  one('an octal address', port => `0177.0.0.1:${port}`),
  one('another loopback address', port => `127.0.0.2:${port}`),
  one('every interface', port => `0.0.0.0:${port}`),
  one('IPv6 loopback', port => `[::1]:${port}`),
  one('IPv4 in IPv6', port => `[::ffff:127.0.0.1]:${port}`),
  one('another site', () => 'evil.com'),
  one('another site at our port', port => `evil.com:${port}`),
  one('a site that begins like us', port => `localhost.evil.com:${port}`),
  one('a site that ends like us', port => `evil-localhost:${port}`),
  one('a name that resolves to us', port => `127.0.0.1.nip.io:${port}`),
  one('a rebinding name', port => `7f000001.c0a80001.rbndr.us:${port}`),
  one('a user before the name', port => `user@localhost:${port}`),
  one('us as the user of another site', port => `localhost:${port}@evil.com`),
  one('another port', port => `localhost:${port === 65535 ? 1024 : port + 1}`),
  one('no port', () => 'localhost'),
  one('a port with a zero before', port => `localhost:0${port}`),
  one('an empty host', () => ''),
  one('a list', port => `localhost:${port}, evil.com`),
  { what: 'no Host', ok: false, lines: () => [] },
  { what: 'two Hosts, ours first', ok: false, lines: port => [`localhost:${port}`, 'evil.com'] },
  {
    what: 'an absolute target',
    ok: false,
    lines: port => [`localhost:${port}`],
    before: () => 'http://evil.com',
  },
]

export interface OriginRow {
  readonly what: string
  /** `same` is allowed only when it is the origin of the Host that was sent. */
  readonly ok: boolean | 'same'
  readonly lines: (port: number, host: string) => readonly string[]
}

const from = (what: string, origin: (port: number) => string): OriginRow => ({
  what,
  ok: false,
  lines: port => [origin(port)],
})

export const ORIGINS: readonly OriginRow[] = [
  { what: 'none', ok: true, lines: () => [] },
  { what: 'the same', ok: 'same', lines: (_, host) => [`http://${host}`] },
  from('null', () => 'null'),
  from('an empty one', () => ''),
  from('another port', port => `http://localhost:${port === 65535 ? 1024 : port + 1}`),
  from('no port', () => 'http://localhost'),
  from('https', port => `https://localhost:${port}`),
  from('another site', () => 'http://evil.com'),
  from('another site at our port', port => `http://evil.com:${port}`),
  from('a site that begins like us', port => `http://localhost.evil.com:${port}`),
  from('a trailing slash', port => `http://localhost:${port}/`),
  from('capitals', port => `HTTP://LOCALHOST:${port}`),
  from('a file', () => 'file://'),
  from('an extension', () => 'chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh'),
  from('a webview', () => 'vscode-webview://0abc'),
  { what: 'ours and another', ok: false, lines: port => [`http://localhost:${port}`, 'http://evil.com'] },
]

export interface SiteRow {
  readonly what: string
  readonly ok: boolean | 'page load'
  readonly lines: readonly string[]
}

export const SITES: readonly SiteRow[] = [
  { what: 'none sent', ok: true, lines: [] },
  { what: 'same-origin', ok: true, lines: ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors'] },
  { what: 'same-site', ok: false, lines: ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: cors'] },
  { what: 'cross-site', ok: false, lines: ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'] },
  { what: 'none', ok: 'page load', lines: ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'] },
]

export interface Cell {
  readonly host: HostRow
  readonly origin: OriginRow
  readonly site: SiteRow
}

export function cells(): Cell[] {
  return HOSTS.flatMap(host => ORIGINS.flatMap(origin => SITES.map(site => ({ host, origin, site }))))
}

/** Every host with every origin, and every site with each of them somewhere: a fifth of the cells, no pair left out. */
export function pairs(): Cell[] {
  return HOSTS.flatMap((host, row) =>
    ORIGINS.flatMap((origin, column) => {
      const site = SITES[(row + column) % SITES.length]
      return site === undefined ? [] : [{ host, origin, site }]
    }),
  )
}

/** 421 for a wrong Host, else 403 for a wrong origin or site, else undefined: the request may go on. */
export function expected({ host, origin, site }: Cell, method: string): 421 | 403 | undefined {
  if (!host.ok) return 421
  if (origin.ok === false) return 403
  return site.ok === true || (site.ok === 'page load' && method === 'GET') ? undefined : 403
}

export function headOf(
  { host, origin, site }: Cell,
  { method, target, port }: { method: string; target: string; port: number },
) {
  const [name = ''] = host.lines(port)
  return [
    `${method} ${host.before?.(port) ?? ''}${target} HTTP/1.1`,
    ...host.lines(port).map(line => `Host: ${line}`),
    ...origin.lines(port, name).map(line => `Origin: ${line}`),
    ...site.lines,
  ]
}
