import { slug } from '../operation/naming.ts'

const LONGEST = 60

/** The id of a new change: its description as a slug, told apart from those that exist by `-2`, `-3`. */
export function freeId(description: string, taken: ReadonlySet<string>): string {
  const wanted = slug(description, { fallback: 'change', max: LONGEST })
  if (!taken.has(wanted)) return wanted
  for (let n = 2; ; n += 1) {
    const suffix = `-${n}`
    const id = `${wanted.slice(0, LONGEST - suffix.length).replace(/-+$/, '')}${suffix}`
    if (!taken.has(id)) return id
  }
}
