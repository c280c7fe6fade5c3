import { refuse } from '../operation/errors.ts'
import { whyNotId } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { openJson } from '../store/documents/json/json.ts'
import { type Revision, revisionOf, writeDurably } from '../store/files/files.ts'
import { readBytes } from '../store/files/read-file.ts'
import type { Call } from '../workspace/call.ts'
import { ensureIdentity, readAgeIdentity } from './identity.ts'
import { Vault } from './model.ts'
import { folderOf, vaultFile } from './secret-folders.ts'

type SecretValues = Vault['secrets']

/** The secrets of one scope, opened; none when it has no file. */
export async function openVault(call: Pick<Call, 'home' | 'workspace'>, scope: string): Promise<SecretValues> {
  // A tool's scope may come from its input, and is part of a path here.
  if (whyNotId(scope) !== undefined) return {}
  const bytes = readBytes(vaultFile(call, scope))
  return bytes === undefined ? {} : unsealed(call, scope, bytes)
}

const TRIES = 20

/**
 * Makes another vault of one. Sealing takes longer than the lock may be held, so it is done before: whoever finds the
 * file changed meanwhile begins again. It stays out of the journal, where a removed value would live on.
 */
export async function changeVault(
  call: Call,
  scope: string,
  change: (secrets: SecretValues) => SecretValues,
): Promise<void> {
  const file = vaultFile(call, scope)
  const identity = await ensureIdentity(call)
  const { seal } = await import('./age.ts')
  call.home.file('secrets', call.workspace.repository.id, `${scope}.age`)
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const bytes = readBytes(file)
    const secrets = change(bytes === undefined ? {} : await unsealed(call, scope, bytes))
    const vault: Vault = { schema_version: 1, scope, secrets }
    const sealed = await seal(`${JSON.stringify(vault)}\n`, identity)
    const found = bytes === undefined ? undefined : revisionOf(bytes)
    if (await call.store.exclusively(() => replace(file, sealed, found), call.signal)) {
      publishSecretsEvent(call, scope)
      return
    }
  }
  throw refuse('busy', `${folderOf(call)} is changed by others all the time.`, {
    target: scope,
    fix: shell`furrow secrets list`,
  })
}

/** False when somebody else was faster. */
function replace(file: string, sealed: Uint8Array, found: Revision | undefined): boolean {
  const now = readBytes(file)
  if ((now === undefined ? undefined : revisionOf(now)) !== found) return false
  writeDurably(file, sealed)
  return true
}

export function publishSecretsEvent({ store, clock, actor }: Call, id: string): void {
  store.events.publish({ worktree: store.worktree, kind: 'secrets', id, actor, at: clock.now() })
}

async function unsealed(
  call: Pick<Call, 'home' | 'workspace'>,
  scope: string,
  bytes: Uint8Array,
): Promise<SecretValues> {
  const file = vaultFile(call, scope)
  const text = await opened(file, bytes, await readAgeIdentity(call))
  const parsed = Vault.safeParse(openJson(Buffer.from(text), file, { maxBytes: 64 * 1024 * 1024 }).data())
  if (!parsed.success || parsed.data.scope !== scope) throw damaged(file, `holds no secrets of the scope ${scope}`)
  return parsed.data.secrets
}

async function opened(file: string, bytes: Uint8Array, identity: string): Promise<string> {
  const { unseal } = await import('./age.ts')
  try {
    return await unseal(bytes, identity)
  } catch {
    // What the library says may repeat what it was given.
    throw damaged(file, 'cannot be opened: it is damaged, or another key sealed it')
  }
}
