import { useQuery } from '@tanstack/react-query'
import { call, type OperationName } from '../api/call.ts'
import { useManifest } from '../api/query.ts'
import { CodeBlock } from '../parts/Code.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'

/** Some operations name a read that shows what they would do; a person sees it before deciding. */
export function Preview({ operation }: { operation: string }) {
  const manifest = useManifest()
  const preview = manifest.data?.operations.find(({ name }) => name === operation)?.preview
  const shown = useQuery({
    queryKey: [preview, {}],
    queryFn: ({ signal }) => call(preview as OperationName, {} as never, { signal }) as Promise<unknown>,
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
