/** What `furrow ask search` answers, as far as it is needed here. */
export interface Found {
  readonly sources: readonly {
    readonly path: string
    readonly lines: readonly [number, number]
    readonly excerpt: string
    readonly score: number
    readonly symbol?: string
    readonly language?: string
    readonly why?: string
  }[]
  readonly index: { readonly state: string; readonly files: number }
}

/** The answer, or why there is none: Furrow says in JSON as well what went wrong. */
export function foundIn(said: unknown): Found {
  const { sources, error } = Object(said) as { sources?: unknown; error?: { message?: unknown; fix?: unknown } }
  if (Array.isArray(sources)) return said as Found
  const { message = 'Furrow gave no answer.', fix } = Object(error)
  throw new Error(`${String(message)}${typeof fix === 'string' ? ` Try: ${fix}` : ''}`)
}

export function shownOf({ sources, index }: Found) {
  return {
    count: sources.length,
    results: sources.map(({ lines, ...source }) => ({ place: `${source.path}:${lines[0]}`, lines, ...source })),
    index,
    ...(index.state === 'building' && { note: 'The index is still being made; there may be more.' }),
    ...(sources.length === 0 && {
      note: `Nothing found in ${index.files} files. Try other words, or a symbol or path.`,
    }),
  }
}
