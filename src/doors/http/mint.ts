import type { App } from '../../app/app.ts'
import { refuse } from '../../operation/errors.ts'
import { serverToken } from '../../workspace/serving/token.ts'

/** An address of a running server that signs one browser in: whoever can read the token in FURROW_HOME may ask for it. */
export async function mintAddress(app: App, address: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in/codes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serverToken(app.home)}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const { code } = (await response.json()) as { code?: string }
  if (response.ok && typeof code === 'string') return `${address}/#c=${code}`
  throw refuse('failed', `The server at ${address} made no sign-in code (${response.status}).`, { fix: 'furrow serve' })
}
