import { useManifest } from '../api/query.ts'
import { Card } from '../parts/Card.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Page } from '../parts/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import type { ComingPage } from './coming.ts'

/** A place whose page is not built yet: says so, and shows the commands that work already. */
export function EmptyPage({ page }: { page: ComingPage }) {
  const manifest = useManifest()
  const operations = (manifest.data?.operations ?? []).filter(({ name }) =>
    page.domains.includes(name.split('.')[0] ?? ''),
  )
  return (
    <Page title={page.title} lead={page.is}>
      <Card title={operations.length > 0 ? 'These commands work today' : 'Not in this version yet'} flush>
        {manifest.isPending && <Loading rows={2} />}
        {manifest.isError && <ErrorBox error={manifest.error} retry={() => void manifest.refetch()} />}
        {manifest.isSuccess && operations.length === 0 && (
          <EmptyState icon={page.icon} title={`${page.title} has neither a page nor commands yet`}>
            Version {manifest.data.version} does not have this part. Nothing is hidden: when it comes, it is here and in{' '}
            <code className="font-mono text-xs">furrow --help</code>.
          </EmptyState>
        )}
        {operations.length > 0 && (
          <>
            <p className="px-5 pt-4 text-soft max-sm:px-4">
              There is no page for this yet. The same operations answer in a terminal and to your agent:
            </p>
            <ul className="divide-y divide-line">
              {operations.map(operation => (
                <li key={operation.name} className="grid gap-2 px-5 py-3.5 *:min-w-0 max-sm:px-4 sm:grid-cols-2">
                  <span className="self-center">{operation.summary}</span>
                  <CopyLine text={operation.cli?.example ?? `furrow call ${operation.name}`} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </Page>
  )
}
