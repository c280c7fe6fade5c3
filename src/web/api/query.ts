import {
  QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ShellText } from '../../shared/shell/shell.ts'
import type { InputSchema } from '../operation/fields.ts'
import { callOperation, type Input, type OperationName, type Output } from './call.ts'
import { withGitIdentity } from './git-identity.ts'
import { reread } from './live/reread.ts'
import { problemFor } from './problem.ts'
import { request } from './request.ts'

/** Events say when to read again; the stale time only guards against one that was missed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && problemFor(error).code === 'unreachable',
      throwOnError: false,
    },
  },
})

type UseReadOptions<N extends OperationName> = Omit<UseQueryOptions<Output<N>>, 'queryKey' | 'queryFn'>

/** `const status = useRead('workspace.status', {})`: the answer, kept true by the event stream. */
export function useRead<N extends OperationName>(name: N, input: Input<N>, options: UseReadOptions<N> = {}) {
  return useQuery<Output<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callOperation(name, input, { signal }),
    ...options,
  })
}

/** Whether the answer that was read holds no longer. While the server is away it does, and what is typed stays in view. */
export function isOutdated({ error }: { readonly error: Error | null }): boolean {
  return error !== null && problemFor(error).code !== 'unreachable'
}

/** The answer right now, whatever is kept; every reader of it gets it too. */
export function useReread<N extends OperationName>(name: N, input: Input<N>): () => Promise<Output<N>> {
  const client = useQueryClient()
  return () =>
    client.fetchQuery({
      queryKey: [name, input],
      queryFn: ({ signal }) => callOperation(name, input, { signal }),
      staleTime: 0,
    })
}

type UseWriteOptions<N extends OperationName> = Omit<UseMutationOptions<Output<N>, Error, Input<N>>, 'mutationFn'>

/** `const undo = useWrite('store.undo')`; what it changed comes back as an event. */
export function useWrite<N extends OperationName>(name: N, options: UseWriteOptions<N> = {}) {
  const client = useQueryClient()
  return useMutation<Output<N>, Error, Input<N>>({
    mutationFn: input => withGitIdentity(() => callOperation(name, input)),
    // The event stream does this too; without it a lost connection would show the old state after a write.
    onSettled: () => reread(client),
    ...options,
  })
}

export interface ManifestOperation {
  readonly name: string
  readonly summary: string
  readonly effect: 'read' | 'write' | 'destructive'
  readonly authority: 'anyone' | 'person'
  readonly cli?: { readonly path: string; readonly example: ShellText }
  /** Missing where it can only be called from a command line. */
  readonly http?: object
  /** The schema of its input. */
  readonly input?: InputSchema
}

export interface AppManifest {
  readonly version: string
  readonly operations: readonly ManifestOperation[]
}

export function useManifest() {
  return useQuery<AppManifest>({
    queryKey: ['manifest'],
    queryFn: async ({ signal }) => (await (await request('/api/manifest', { signal })).json()) as AppManifest,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
