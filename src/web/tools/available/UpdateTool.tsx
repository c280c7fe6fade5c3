import type { Output } from '../../api/call.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { Diff } from '../../parts/text/Diff.tsx'
import { Consent } from '../run/Consent.tsx'

interface UpdateToolProps {
  readonly tool: Pick<Output<'tool.available'>['tools'][number], 'name' | 'display_name'>
  readonly onClose: () => void
}

/** Shows what a newer version changes here, then brings it. */
export function UpdateTool({ tool: { name, display_name }, onClose }: UpdateToolProps) {
  const shown = useRead('tool.update', { name, dry_run: true }, { staleTime: 0 })
  const update = useWrite('tool.update', {
    onSuccess: ({ kept_aside: aside }) => {
      const kept = aside.length === 0 ? '' : ` Yours is kept as ${aside.join(', ')}.`
      toast({ tone: 'sprout', text: `${display_name} is up to date and asks for your trust again.${kept}` })
      onClose()
    },
  })
  return (
    <Dialog
      title={`Update ${display_name}`}
      describe="What you changed is kept beside the new file. The new code asks for your trust again."
      onClose={onClose}
      wide
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {shown.isPending && <Loading rows={3} />}
        {shown.isError && <ErrorBox error={shown.error} />}
        {shown.data?.differences.map(({ path, edited, diff }) => (
          <div key={path} className="space-y-1.5">
            <p className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-xs break-all">{path}</code>
              {edited && <Badge tone="amber">you changed it</Badge>}
            </p>
            <Diff text={diff} label={`Difference of ${path}`} />
          </div>
        ))}
        <Consent
          label="Update it"
          deed={update}
          reason={shown.isSuccess ? undefined : 'It has not been shown yet.'}
          onAgree={() => update.mutate({ name })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
