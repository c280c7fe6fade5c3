import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

const STEP = String.raw`(?:~[0-9]{0,9}|\^[0-9]{0,9})*`
const NAME = /^[^\s\p{Cc}\\^~:?*[]+/u
const STEPS = new RegExp(`^${STEP}$`)

/** Why a text is no branch, tag, commit or `HEAD~2` of ours; ranges, reflogs and paths inside commits are none. */
export function whyNotRef(ref: string): string | undefined {
  const name = NAME.exec(ref)?.[0] ?? ''
  if (name === '') return 'is no name of a branch, tag or commit'
  if (ref.length > 256) return 'is longer than 256 characters'
  if (!STEPS.test(ref.slice(name.length))) return 'holds a character that names of branches may not hold'
  return whyNotName(name)
}

function whyNotName(name: string): string | undefined {
  if (name.startsWith('-')) return 'starts with -'
  if (name.includes('..') || name.includes('@{')) return 'is a range or a reflog entry'
  const parts = name.split('/')
  const bad = parts.some(part => part === '' || part.startsWith('.') || part.endsWith('.') || part.endsWith('.lock'))
  return bad ? 'is no well-formed name of a branch, tag or commit' : undefined
}

export function checkedRef(ref: string): string {
  const reason = whyNotRef(ref)
  if (reason !== undefined)
    throw refuse('usage', `${JSON.stringify(ref)} ${reason}.`, { target: ref, fix: shell`git branch --all` })
  return ref
}
