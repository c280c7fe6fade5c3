export interface Names {
  readonly symbols: ReadonlySet<string>
  /** Ends of paths, without an extension too: `store/database/sqlite.ts` and, for `store.sqlite`, `store/sqlite`. */
  readonly paths: readonly string[]
}

/** What is written like an identifier or a path rather than like a word. */
export function identifiersIn(text: string): Names {
  const marked = [...text.matchAll(/`([^`\n]{1,200})`/g)].flatMap(
    ([, code = '']) => code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
  )
  const words = text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
  const symbols = new Set([...marked, ...calledIn(text), ...words.filter(word => /[\p{Lu}_$\d]/u.test(word))])
  const written = (text.match(/[\p{L}\p{N}_@.-]*(?:[/.][\p{L}\p{N}_@-]+)+/gu) ?? []).map(path =>
    path.replace(/^\.*\/+/, ''),
  )
  return { symbols, paths: [...new Set(written)].flatMap(endsOf) }
}

const CALLED =
  /\b(?:who|what|where)\b.{0,40}?\b(?:calls?|invokes?|callers? of)\s+(?:the\s+)?(?:function\s+|method\s+)?(?!(?:the|it|this|that|them|these|those)\b)([\p{L}_$][\p{L}\p{N}_$]*)/giu

/** Who asks for callers names what is called, however plain the word. */
function calledIn(text: string): string[] {
  return [...text.matchAll(CALLED)].flatMap(([, called = '']) => called)
}

const MOST_PARTS = 4

/** A path of somebody else's machine is named by its end; `package.module` names a file as well. */
function endsOf(written: string): string[] {
  const parts = written.split('/')
  if (parts.length === 1 && !/\.\w+$/.test(written)) return []
  const dotted = parts.length === 1 ? [written.replaceAll('.', '/')] : []
  const tails = parts.length <= 2 ? [] : [parts.slice(-MOST_PARTS).join('/'), parts.slice(-2).join('/')]
  return [written, ...tails, ...dotted]
}

export function isNamedPath(path: string, { paths }: Names): boolean {
  if (paths.length === 0) return false
  const [whole, bare] = [`/${path}`, `/${path.replace(/(?:\/__init__)?\.\w+$/, '')}`]
  return paths.some(name => whole.endsWith(`/${name}`) || bare.endsWith(`/${name}`) || path.startsWith(`${name}/`))
}

export function isNamedSymbol(symbols: readonly string[], names: Names): boolean {
  return symbols.some(symbol => symbol.split(/[.:#]+/).some(part => names.symbols.has(part)))
}
