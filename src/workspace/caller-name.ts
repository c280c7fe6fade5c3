import { identityIn } from '../store/git/config/identity.ts'
import type { Call } from './call.ts'

/** A person by the name that they commit with, an agent by the name of its client. */
export function callerName({ actor: { kind, id }, workspace, env }: Pick<Call, 'actor' | 'workspace' | 'env'>): string {
  return kind === 'person' ? (identityIn(workspace.root, env) ?? id) : id
}
