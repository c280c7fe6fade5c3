/** The file of a new finding, named after its title and unlike those that are there. */
export function findingPath(title: string, taken: readonly string[], kind = 'finding'): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  const name = words === '' ? kind : words
  for (let n = 1; ; n++) {
    const path = `${kind}s/${n === 1 ? name : `${name}-${n}`}.md`
    if (!taken.includes(path)) return path
  }
}
