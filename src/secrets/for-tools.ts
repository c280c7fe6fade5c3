import { isRefused } from '../operation/errors.ts'
import { whyNotId } from '../operation/names/naming.ts'
import { revisionOf } from '../store/files/files.ts'
import { readBytes } from '../store/files/read-file.ts'
import type { Call } from '../workspace/call.ts'
import type { RuntimeProgram } from '../workspace/trust/subjects.ts'
import { type GrantStanding, judgeGrants, type ToolVersion } from './granted.ts'
import type { Grant, Vault } from './model.ts'
import { noteUses, readGrants } from './records.ts'
import { vaultFile } from './secret-folders.ts'
import { openVault } from './vault.ts'

interface RequestedSecret {
  readonly name: string
  readonly scope: string
  readonly required: boolean
  /** What Furrow has for it where nothing is stored; `free` takes no grant. */
  readonly offer?: { readonly value: string; readonly free: boolean } | undefined
}

interface SecretGaps {
  /** Required, and not set in their scope. */
  readonly missing_secrets: readonly string[]
  /** Set, required, and not granted to this code. */
  readonly missing_grants: readonly string[]
  /** Of those, what was granted to this code for another program to run it. */
  readonly other_runtimes?: readonly { readonly name: string; readonly runtime?: RuntimeProgram | undefined }[]
}

interface Provided extends SecretGaps {
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
  /** Given because its folder keeps its grants, and not for this code. */
  readonly kept_grants?: readonly string[]
}

/** What tools may have of this repository's secrets: values only for exactly the code they were granted to. */
export function secretsForTools(call: Call) {
  return {
    async provide(tool: ToolVersion, wanted: readonly RequestedSecret[]): Promise<Provided> {
      if (wanted.length === 0) return { secrets: [], missing_secrets: [], missing_grants: [] }
      const grants = readGrants(call)
      const found = await Promise.all(
        wanted.map(async want => foundFor(want, valueIn(await openVault(call, want.scope), want.name))),
      )
      const missing = judge(tool, grants, found)
      if (missing.missing_secrets.length > 0 || missing.missing_grants.length > 0) return { secrets: [], ...missing }
      const given = found.filter(want => want.value !== undefined && mayHave(tool, grants, want))
      await noteUses(
        call,
        tool.name,
        given.filter(({ stored }) => stored).map(({ name, scope }) => `${name}@${scope}`),
      )
      const kept = given.filter(want => standingOf(tool, grants, want) === 'kept').map(({ name }) => name)
      return {
        secrets: given.map(({ name, value = '' }) => ({ name, value })),
        ...missing,
        ...(kept.length > 0 && { kept_grants: kept }),
      }
    },

    /** Reads no value, and opens a file only when it changed. */
    async peek(tool: ToolVersion, wanted: readonly RequestedSecret[]): Promise<SecretGaps> {
      if (wanted.length === 0) return { missing_secrets: [], missing_grants: [] }
      const grants = readGrants(call)
      const found = await Promise.all(
        wanted.map(async want => foundFor(want, (await namesIn(call, want.scope)).has(want.name) ? '' : undefined)),
      )
      return judge(tool, grants, found)
    },

    isGranted(tool: ToolVersion, name: string): boolean {
      return isGranted(tool, readGrants(call), { name, scope: 'default' })
    },
  }
}

type FoundSecret = RequestedSecret & { readonly value: string | undefined; readonly stored: boolean }

/** What a person stored counts; where there is nothing, what Furrow offers. */
function foundFor(want: RequestedSecret, stored: string | undefined): FoundSecret {
  return { ...want, value: stored ?? want.offer?.value, stored: stored !== undefined }
}

function judge(tool: ToolVersion, grants: readonly Grant[], found: readonly FoundSecret[]): SecretGaps {
  const required = found.filter(want => want.required)
  const ungranted = required.filter(want => want.value !== undefined && !mayHave(tool, grants, want))
  const others = ungranted.filter(want => standingOf(tool, grants, want) === 'other_runtime')
  return {
    missing_secrets: required.filter(({ value }) => value === undefined).map(({ name }) => name),
    missing_grants: ungranted.map(({ name }) => name),
    ...(others.length > 0 && { other_runtimes: others.map(want => grantedRuntime(tool, grants, want)) }),
  }
}

function mayHave(tool: ToolVersion, grants: readonly Grant[], want: FoundSecret): boolean {
  return (!want.stored && want.offer?.free === true) || isGranted(tool, grants, want)
}

type SecretName = Pick<RequestedSecret, 'name' | 'scope'>

function isGranted(tool: ToolVersion, grants: readonly Grant[], want: SecretName): boolean {
  return ['granted', 'kept'].includes(standingOf(tool, grants, want))
}

function standingOf(tool: ToolVersion, grants: readonly Grant[], want: SecretName): GrantStanding {
  return judgeGrants(tool, grantsFor(grants, want))
}

function grantsFor(grants: readonly Grant[], want: SecretName): Grant[] {
  return grants.filter(({ secret, scope }) => secret === want.name && (scope === undefined || scope === want.scope))
}

function grantedRuntime(tool: ToolVersion, grants: readonly Grant[], want: RequestedSecret) {
  const grant = grantsFor(grants, want).findLast(each => each.tool === tool.name && each.hash === tool.hash)
  return { name: want.name, runtime: grant?.runtime }
}

function valueIn(secrets: Vault['secrets'], name: string): string | undefined {
  return Object.hasOwn(secrets, name) ? secrets[name]?.value : undefined
}

/** Names by file, as they were at a revision of it; no value is held. */
const seen = new Map<string, { readonly revision: string; readonly names: ReadonlySet<string> }>()

async function namesIn(call: Call, scope: string): Promise<ReadonlySet<string>> {
  if (whyNotId(scope) !== undefined) return new Set()
  const file = vaultFile(call, scope)
  const bytes = readBytes(file)
  if (bytes === undefined) return new Set()
  const revision = revisionOf(bytes)
  const earlier = seen.get(file)
  if (earlier?.revision === revision) return earlier.names
  const names = await readableNames(call, scope)
  seen.set(file, { revision, names })
  return names
}

/** A file that cannot be opened spoils no list; the run that needs it says what is wrong with it. */
async function readableNames(call: Call, scope: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(Object.keys(await openVault(call, scope)))
  } catch (error) {
    if (!isRefused(error)) throw error
    return new Set()
  }
}
