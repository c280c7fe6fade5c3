import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { openHome } from '../../../workspace/home.ts'
import { verifyToken } from '../../../workspace/tokens/tokens.ts'
import type { ScriptToken } from './caller.ts'

/** The token in FURROW_TOKEN; one that opens nothing is an error and not an absence. */
export function tokenIn(env: Readonly<Record<string, string | undefined>>): ScriptToken {
  const token = verifyToken(openHome(env), env['FURROW_TOKEN'] ?? '')
  if (token !== undefined) return token
  throw refuse('unauthenticated', 'FURROW_TOKEN holds no token that works here: it is unknown, revoked or over.', {
    target: 'FURROW_TOKEN',
    fix: shell`furrow token list`,
  })
}
