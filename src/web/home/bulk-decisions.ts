import type { Need } from '../../flows/model.ts'
import { callOperation } from '../api/call.ts'

import type { BulkAction } from '../parts/selection/SelectionBar.tsx'

/** It can be decided in the list, without a look at more than the list shows. */
export function isDecidable({ kind, target, review }: Need): boolean {
  return target !== undefined && (kind === 'approval' || (kind === 'request' && review !== true))
}

/** What can be decided of several at once: the same operations as one by one. */
export function bulkDecisions(needs: readonly Need[]): BulkAction[] {
  const of = (kind: string, act: (target: string, need: Need) => Promise<unknown>) =>
    needs
      .filter(need => need.kind === kind)
      .map(need => ({ label: need.title, act: () => act(need.target ?? '', need) }))
  return [
    {
      label: 'Approve',
      reason: 'None of them waits for an approval',
      items: of('approval', (path, { revision }) => callOperation('artifact.approve', { path, revision })),
    },
    {
      label: 'Allow',
      reason: 'None of them is a request of an agent',
      items: of('request', id => callOperation('request.confirm', { id })),
    },
    {
      label: 'Dismiss',
      reason: 'None of them is a request of an agent',
      items: of('request', id => callOperation('request.dismiss', { id })),
    },
  ]
}
