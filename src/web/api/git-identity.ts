import type { ReasonView } from '../../lifecycle/reason.ts'
import { Problem, problemFor } from './problem.ts'
import { createState } from './state.ts'

/** The target of a refusal that a git identity would have prevented. */
export const GIT_IDENTITY = 'git.identity'

export interface IdentityRequest {
  readonly answer: (isSet: boolean) => void
}

/** The dialog that asks for name and address, while a write waits for it. */
export const identityRequest = createState<IdentityRequest | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Writes that were refused together wait for one answer. */
function askIdentity(): Promise<boolean> {
  asking ??= new Promise<boolean>(resolve => identityRequest.set({ answer: resolve })).finally(() => {
    asking = undefined
    identityRequest.set(undefined)
  })
  return asking
}

/** Carries `write` out; where git has no name for its commit, asks for one and then carries it out again. */
export async function withGitIdentity<T>(write: () => Promise<T>, ask = askIdentity): Promise<T> {
  const carryOut = async () => unlessUnknown(await write())
  try {
    return await carryOut()
  } catch (error) {
    if (problemFor(error).target !== GIT_IDENTITY || !(await ask())) throw error
    return carryOut()
  }
}

/** What takes several steps answers with the reason it stopped for; a missing identity refuses all the same. */
function unlessUnknown<T>(answer: T): T {
  const { reasons = [] } = (answer ?? {}) as { readonly reasons?: readonly Partial<ReasonView>[] }
  const lacking = reasons.find(({ ids = [] }) => ids.includes(GIT_IDENTITY))
  if (lacking === undefined) return answer
  const { message = 'git has no name and address', fix } = lacking
  throw new Problem({ code: 'failed', message, target: GIT_IDENTITY, ...(fix !== undefined && { fix }) })
}
