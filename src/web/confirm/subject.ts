import type { RequestDetail } from '../api/types.ts'

/** The page of what a request is about; none where the operation has no page. */
export function subjectOf({ operation, input }: Pick<RequestDetail, 'operation' | 'input'>): string | undefined {
  const { id, tool, name } = Object(input) as Readonly<Record<string, unknown>>
  const page = PAGES[operation.split('.')[0] ?? '']
  const subject = operation.startsWith('secrets.') ? tool : (id ?? name)
  return page === undefined || subject === undefined ? undefined : `${page}${encodeURIComponent(String(subject))}`
}

const PAGES: Readonly<Record<string, string>> = {
  agent: '/runs/',
  change: '/changes/',
  feature: '/board/features/',
  memory: '/memory/',
  milestone: '/board/milestones/',
  secrets: '/tools/',
  tool: '/tools/',
}
