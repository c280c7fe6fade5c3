import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'

/** A page that broke keeps the navigation alive around it. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page broke">
      <ErrorBox error={error} retry={reset} />
    </Page>
  )
}
