import type { RunDetail } from '../api/types.ts'

/** Every word of the filter is somewhere in what names the run. */
export function isShown(run: RunDetail, filter: string | undefined): boolean {
  const where = [run.label, run.id, run.kind, run.actor?.id, ...(run.argv ?? [])].join(' ').toLowerCase()
  return (filter ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every(word => where.includes(word))
}
