import { refuse } from '../../operation/errors.ts'
import { whyNotVariable } from '../../operation/names/variables.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { MaskedSecret } from '../mask/patterns.ts'

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
  readonly secrets?: readonly MaskedSecret[]
  /** What the person's own config says; only our own values stand above it. */
  readonly given?: Readonly<Record<string, string>>
}

export function environmentOf(request: EnvironmentRequest): Record<string, string> {
  const { parent, runId, root, network = false, own = {}, secrets = [], given = {} } = request
  for (const secret of secrets) refuseUnfit(secret)
  const names = network ? [...INHERITED, ...INHERITED_WITH_NETWORK] : INHERITED
  const inherited = names.flatMap(name => (parent[name] === undefined ? [] : [[name, parent[name]] as const]))
  return {
    PATH: DEFAULT_PATH,
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
    ...given,
    ...own,
    SDLC_ROOT: root,
    [RUN_MARKER]: runId,
  }
}

function refuseUnfit(secret: MaskedSecret): void {
  const { name } = secret
  const reason = whyNotGiven(secret)
  if (reason === undefined) return
  throw refuse('usage', `The secret ${name} cannot be given to a run: ${reason}.`, {
    target: name,
    fix: shell`furrow secrets list`,
  })
}

function whyNotGiven({ name, value }: MaskedSecret): string | undefined {
  const reason = whyNotVariable(name)
  if (reason !== undefined) return `its name ${reason}`
  return value.includes('\0') ? 'its value holds a null character' : undefined
}
