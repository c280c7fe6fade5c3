import { GIT_IDENTITY } from '../../api/git-identity.ts'
import { problemFor } from '../../api/problem.ts'
import { toast } from './toast.ts'

/** Where a git identity is set. */
export const IDENTITY_PAGE = '/settings#git-identity'

/** A refusal, said at the edge of the page. */
export function showRefusal(error: unknown): void {
  const { message, target } = problemFor(error)
  toast({ tone: 'rust', text: message, ...(target === GIT_IDENTITY && { href: IDENTITY_PAGE }) })
}
