import { useQuery } from '@tanstack/react-query'
import { call, type OperationName } from '../api/call.ts'
import { useManifest } from '../api/query.ts'
import { CodeBlock } from '../parts/Code.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'

/** Some operations name a read that shows what they would do; a person sees it before deciding. */
export function Preview({ operation, input }: { operation: string; input: unknown }) {
  const { data } = useManifest()
  const named = (wanted: string | undefined) => data?.operations.find(({ name }) => name === wanted)
  const preview = named(operation)?.preview
  const given = shared(input, named(preview)?.takes ?? [])
  const shown = useQuery({
    queryKey: [preview, given],
    queryFn: ({ signal }) => call(preview as OperationName, given as never, { signal }) as Promise<unknown>,
    enabled: preview !== undefined,
  })
  if (preview === undefined) return null
  if (shown.isPending) return <Loading rows={2} />
  if (shown.isError) return <ErrorBox error={shown.error} />
  return (
    <div>
      <p className="mb-2 font-medium">What this is about</p>
      <CodeBlock text={JSON.stringify(shown.data, undefined, 2)} label={preview} />
    </div>
  )
}

/** What the request says of the same thing: its id, its path. */
function shared(input: unknown, names: readonly string[]): Record<string, unknown> {
  const all = Object.entries((input ?? {}) as Record<string, unknown>)
  return Object.fromEntries(all.filter(([name]) => names.includes(name)))
}
