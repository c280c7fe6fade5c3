import { isRefused } from '../operation/errors.ts'
import { createMasker, type Masker } from '../runs/mask/masker.ts'
import type { MaskedSecret } from '../runs/mask/patterns.ts'
import { scopesIn } from '../secrets/secret-folders.ts'
import { openVault } from '../secrets/vault.ts'
import type { Call } from '../workspace/call.ts'

/** Every secret of this repository: an agent may come across one in a file, and nothing that shows its run may. */
export async function valuesToHide(call: Call): Promise<MaskedSecret[]> {
  const scopes = await Promise.all(scopesIn(call).map(scope => valuesIn(call, scope)))
  return scopes.flat()
}

export function maskerFor(values: readonly MaskedSecret[]): Masker {
  return createMasker(values)
}

/** A scope that cannot be opened is told by `furrow secrets list`; its values reach no agent either. */
async function valuesIn(call: Call, scope: string): Promise<MaskedSecret[]> {
  try {
    const secrets = await openVault(call, scope)
    return Object.entries(secrets).map(([name, { value }]) => ({ name, value }))
  } catch (error) {
    if (!isRefused(error)) throw error
    return []
  }
}
