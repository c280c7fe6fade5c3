import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { callOperation, type OperationName } from '../../api/call.ts'
import { reread } from '../../api/live/reread.ts'
import { problemFor } from '../../api/problem.ts'
import { showRefusal } from '../notify/show-refusal.ts'
import { toast } from '../notify/toast.ts'

/** One of several that the same is done with. */
export interface BulkItem {
  readonly label: string
  act(): Promise<unknown>
}

/** The same for several. */
export interface Bulk {
  readonly items: readonly BulkItem[]
  /** What was done with so many: `3 changes archived`. */
  done?(count: number): string
  /** The operation of each, where it can be undone. */
  readonly undoes?: OperationName
}

export interface BulkFailure {
  readonly label: string
  readonly message: string
}

/** Does the same with each, one after the other; a refusal of one holds no other up. What was done is said, with Undo. */
export function useBulk() {
  const client = useQueryClient()
  return useMutation<readonly BulkFailure[], Error, Bulk>({
    mutationFn: async bulk => {
      const since = bulk.undoes === undefined ? undefined : await newestEntry()
      const failures: BulkFailure[] = []
      for (const { label, act } of bulk.items)
        await act().catch((error: unknown) => failures.push({ label, message: problemFor(error).message }))
      const count = bulk.items.length - failures.length
      if (count > 0 && bulk.done !== undefined) say(bulk.done(count), await writtenSince(since, bulk), client)
      return failures
    },
    onSettled: () => reread(client),
  })
}

function say(text: string, written: readonly string[], client: QueryClient): void {
  const onAct = () =>
    void undoAll(written)
      .then(() => toast({ tone: 'plain', text: 'Undone' }), showRefusal)
      .finally(() => reread(client))
  toast({ tone: 'sprout', text, ...(written.length > 0 && { action: { label: 'Undo', onAct } }) })
}

async function undoAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await callOperation('store.undo', { id })
}

async function newestEntry(): Promise<string | undefined> {
  return (await callOperation('store.log', { limit: 1 })).entries[0]?.id
}

/** The entries of the operation since then, newest first; nothing where the log cannot be read. */
async function writtenSince(since: string | undefined, { items, undoes }: Bulk): Promise<readonly string[]> {
  if (undoes === undefined) return []
  const limit = Math.min(500, items.length * 2 + 20)
  const { entries } = await callOperation('store.log', { limit }).catch(() => ({ entries: [] }))
  const before = entries.findIndex(({ id }) => id === since)
  const fresh = before < 0 ? entries : entries.slice(0, before)
  return fresh.filter(({ operation, undoable }) => operation === undoes && undoable).map(({ id }) => id)
}
