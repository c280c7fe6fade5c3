import { readProblem, unreachable } from './problem.ts'
import { codeIn } from './sign-in-code.ts'
import { createState } from './state.ts'

export type SignInState =
  | { readonly kind: 'in'; readonly header: string }
  | { readonly kind: 'out'; readonly why?: string }

const KEY = `furrow.session.${location.port}`

export const session = createState<SignInState>(stored())

// Signing in or out in one tab does so in all.
addEventListener('storage', event => {
  if (event.key === KEY) session.set(stored())
})

/** The printed address carries a one-time code in its fragment, which no server log ever sees. */
export async function signInFromAddress(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('c')
  if (code === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const failed = await signIn(code)
  if (failed !== undefined && session.get().kind === 'out') session.set({ kind: 'out', why: failed })
}

/** Takes a code or the whole printed address; answers what went wrong. */
export async function signIn(text: string): Promise<string | undefined> {
  const code = codeIn(text)
  try {
    const response = await fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    if (!response.ok) return (await readProblem(response)).message
    const { header } = (await response.json()) as { header: string }
    localStorage.setItem(KEY, header)
    session.set({ kind: 'in', header })
    return undefined
  } catch (error) {
    return unreachable(error).message
  }
}

/** The server no longer knows this browser. */
export function signedOut(why?: string): void {
  localStorage.removeItem(KEY)
  session.set({ kind: 'out', ...(why !== undefined && { why }) })
}

function stored(): SignInState {
  const header = localStorage.getItem(KEY)
  return header === null ? { kind: 'out' } : { kind: 'in', header }
}
