import { lazy, Suspense, useState } from 'react'
import { Button } from '../../parts/input/Button.tsx'

const TrustCommandsDialog = lazy(async () => ({
  default: (await import('./TrustCommandsDialog.tsx')).TrustCommandsDialog,
}))

/** The way to the decision about gates, recipes and the like; the code of a tool is looked at on its own page. */
export function TrustCommands() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Look and trust</Button>
      {asking && (
        <Suspense fallback={null}>
          <TrustCommandsDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
