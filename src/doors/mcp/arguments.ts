import { type Profile, parseProfile } from './tools/profile.ts'

/** What `furrow mcp` was asked to do. */
export type McpCommand =
  | { readonly kind: 'serve'; readonly profile: Profile; readonly workspace?: string }
  | { readonly kind: 'cost' }
  | { readonly kind: 'bridge'; readonly socket: string }
  | { readonly kind: 'conformance'; readonly port: number }
  | { readonly kind: 'usage'; readonly problem: string }

interface Flags {
  tools?: string
  workspace?: string
  port?: string
  socket?: string
  cost?: boolean
  http?: boolean
  conformance?: boolean
}

const VALUES: Readonly<Record<string, 'tools' | 'workspace' | 'port' | 'socket'>> = {
  '--tools': 'tools',
  '--workspace': 'workspace',
  '--port': 'port',
  '--socket': 'socket',
}
const SWITCHES: Readonly<Record<string, 'cost' | 'http' | 'conformance'>> = {
  '--cost': 'cost',
  '--http': 'http',
  '--conformance': 'conformance',
}

export function parseArguments(words: readonly string[]): McpCommand {
  const flags: Flags = {}
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', inline] = word.split(/=(.*)/s, 2)
    const field = VALUES[name]
    if (field !== undefined) {
      const value = inline ?? rest.shift()
      if (value === undefined || value === '') return { kind: 'usage', problem: `${name} needs a value.` }
      flags[field] = value
      continue
    }
    const toggle = SWITCHES[word]
    if (toggle === undefined) return { kind: 'usage', problem: `There is no option ${word}.` }
    flags[toggle] = true
  }
  return taskOf(flags)
}

function taskOf({ tools = 'core', workspace, port = '0', socket, ...flags }: Flags): McpCommand {
  if (socket !== undefined) return { kind: 'bridge', socket }
  if (flags.cost === true) return { kind: 'cost' }
  if (flags.http !== flags.conformance)
    return { kind: 'usage', problem: '--http and --conformance go together; furrow serve offers MCP over HTTP.' }
  if (flags.conformance === true) return { kind: 'conformance', port: Number(port) }
  return { kind: 'serve', profile: parseProfile(tools), ...(workspace !== undefined && { workspace }) }
}
