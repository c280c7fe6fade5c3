import { Page } from '../parts/layout/Page.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { EmptyState } from '../parts/layout/States.tsx'

export function NotFound() {
  return (
    <Page title="Page not found">
      <div className="rounded-lg border border-line bg-panel">
        <EmptyState icon="explorations" title="Nothing grows at this address">
          <p className="font-mono text-xs break-all">{location.pathname}</p>
          <p className="mt-3">
            <PageLink href="/">Back to Home</PageLink>
          </p>
        </EmptyState>
      </div>
    </Page>
  )
}
