interface EndedRun {
  readonly status: string
  readonly result?: unknown
  readonly reason?: string | undefined
}

/** What conditions and templates are asked about: the result, or what is known of a run that ended without one. */
export function followUpSubjectOf({ status, result, reason }: EndedRun): unknown {
  return result ?? { ok: false, error: reason ?? `It ended without a result: ${status}.` }
}

/** By its id, its label or its number, whichever a caller has. */
export function actionAt<A extends { readonly id?: string | undefined; readonly label: string }>(
  actions: readonly A[],
  wanted: string | number,
): number {
  if (typeof wanted === 'number') return wanted in actions ? wanted : -1
  const named = [actions.findIndex(({ id }) => id === wanted), actions.findIndex(({ label }) => label === wanted)]
  const found = named.find(index => index >= 0)
  if (found !== undefined) return found
  return /^\d{1,3}$/.test(wanted) && Number(wanted) in actions ? Number(wanted) : -1
}
