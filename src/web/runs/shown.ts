import type { Run } from '../api/types.ts'

/** Every word of the filter is somewhere in what names the run. */
export function isShown(run: Run, filter: string | undefined): boolean {
  const where = [run.label, run.id, run.kind, run.actor?.id, ...(run.argv ?? [])].join(' ').toLowerCase()
  return (filter ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every(word => where.includes(word))
}
