import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Reads again what changed. A first read that is under way is not begun anew by the library, and what it brings may be
 * from before the change: it is read once more when it is done.
 */
export function reread(queries: QueryClient, isTouched: (query: Query) => boolean = () => true): Promise<void> {
  const underWay = queries
    .getQueryCache()
    .findAll({ predicate: isTouched })
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  for (const query of underWay) {
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, again)
  }
  return queries.invalidateQueries({ predicate: isTouched })
}
