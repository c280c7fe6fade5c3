import { slug } from '../../operation/names/naming.ts'

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

/** Whether the id says what the description says: other scripts, and what is beyond its length, are not in it. */
export function saysAll(id: string, description: string): boolean {
  const plain = description.trim()
  return /^[\x20-\x7e]*$/.test(plain) && slug(plain, { max: plain.length + 1 }).length <= LONGEST && id !== 'change'
}
