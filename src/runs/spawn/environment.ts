import { refuse } from '../../operation/errors.ts'
import type { Secret } from '../mask/patterns.ts'

/** What a child may know of the process that starts it. Everything else of the parent's environment stays there. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'] as const

/** For children that use the network: it costs each Node start 38 ms, so nobody else gets it. */
const INHERITED_WITH_NETWORK = ['NODE_EXTRA_CA_CERTS'] as const

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

/** Found in `/proc/<pid>/environ`, it tells whose process a straggler is. */
export const RUN_MARKER = 'FURROW_RUN_ID'

export interface EnvironmentRequest {
  readonly parent: Readonly<Record<string, string | undefined>>
  readonly runId: string
  /** The root of the workspace, given as `SDLC_ROOT`. */
  readonly root: string
  readonly network?: boolean
  /** Values of our own, each named `FURROW_...`. */
  readonly own?: Readonly<Record<`FURROW_${string}`, string>>
  readonly secrets?: readonly Secret[]
}

export function environmentOf(request: EnvironmentRequest): Record<string, string> {
  const { parent, runId, root, network = false, own = {}, secrets = [] } = request
  for (const secret of secrets) refuseUnfit(secret)
  const names = network ? [...INHERITED, ...INHERITED_WITH_NETWORK] : INHERITED
  const inherited = names.flatMap(name => (parent[name] === undefined ? [] : [[name, parent[name]] as const]))
  return {
    PATH: DEFAULT_PATH,
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
    ...own,
    SDLC_ROOT: root,
    [RUN_MARKER]: runId,
  }
}

/** Names by which a value would change what is executed, instead of being read by it. */
const RESERVED =
  /^(?:PATH|HOME|LANG|TZ|TMPDIR|PWD|IFS|ENV|BASH_ENV|SDLC_ROOT|FURROW_.*|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|LD_.*|DYLD_.*)$/

function refuseUnfit({ name, value }: Secret): void {
  const reason = whyNotVariable(name, value)
  if (reason === undefined) return
  throw refuse('usage', `The secret ${name} cannot be given to a run: ${reason}.`, {
    target: name,
    fix: 'furrow secrets list',
  })
}

function whyNotVariable(name: string, value: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'its name is not one of an environment variable'
  if (RESERVED.test(name)) return 'its name is reserved'
  if (value.includes('\0')) return 'its value holds a null character'
  return undefined
}
