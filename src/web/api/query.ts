import {
  QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, type Input, type OperationName, type Output } from './call.ts'
import { problemOf } from './problem.ts'
import { request } from './request.ts'
import { reread } from './reread.ts'

/** Events say when to read again; the stale time only guards against one that was missed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && problemOf(error).code === 'unreachable',
      throwOnError: false,
    },
  },
})

type ReadOptions<N extends OperationName> = Omit<UseQueryOptions<Output<N>>, 'queryKey' | 'queryFn'>

/** `const status = useRead('workspace.status', {})`: the answer, kept true by the event stream. */
export function useRead<N extends OperationName>(name: N, input: Input<N>, options: ReadOptions<N> = {}) {
  return useQuery<Output<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    ...options,
  })
}

type WriteOptions<N extends OperationName> = Omit<UseMutationOptions<Output<N>, Error, Input<N>>, 'mutationFn'>

/** `const undo = useWrite('store.undo')`; what it changed comes back as an event. */
export function useWrite<N extends OperationName>(name: N, options: WriteOptions<N> = {}) {
  const client = useQueryClient()
  return useMutation<Output<N>, Error, Input<N>>({
    mutationFn: input => call(name, input),
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
  readonly cli?: { readonly path: string; readonly example: string }
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
