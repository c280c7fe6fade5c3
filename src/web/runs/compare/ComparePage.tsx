import { useSearch } from '@tanstack/react-router'
import { Page } from '../../parts/layout/Page.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { EmptyState } from '../../parts/layout/States.tsx'
import { Comparison } from './Comparison.tsx'

/** Why did it pass yesterday? */
export default function ComparePage() {
  const { a, b } = useSearch({ from: '/runs/compare' })
  return (
    <Page title="Two runs compared" lead={<PageLink href="/runs">All runs</PageLink>}>
      {a === undefined || b === undefined ? (
        <EmptyState icon="runs" title="Which two?">
          Tick two runs in the list of runs, or open one and choose “Compare with the one before”.
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">Differences</h2>
          <Comparison a={a} b={b} />
        </>
      )}
    </Page>
  )
}
