import { useRead, useWrite } from '../api/query.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { toast } from '../parts/toast.ts'
import { Consent } from './Consent.tsx'
import { SourceView } from './SourceView.tsx'
import type { Tool } from './types.ts'

/** Shows the code that would be executed; trust is given to exactly that. */
export function TrustDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const status = useRead('trust.status', {}, { staleTime: 0 })
  const subject = status.data?.subjects.find(({ name }) => name === `tool:${tool.name}`)
  const grant = useWrite('trust.grant', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${tool.display_name} is trusted as it is now.` })
      onClose()
    },
  })
  return (
    <Dialog
      title={`Trust ${tool.display_name}?`}
      describe="It will run with your rights on this machine. One changed byte asks again."
      onClose={onClose}
      wide
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {status.isPending && <Loading rows={3} />}
        {status.isError && <ErrorBox error={status.error} />}
        {subject && <SourceView name={tool.name} />}
        {status.isSuccess && subject === undefined && <p>There is nothing of it to trust here.</p>}
        <Consent
          label="Trust it"
          deed={grant}
          reason={subject === undefined ? 'It has not been shown yet.' : undefined}
          onAgree={() => grant.mutate({ subjects: [`tool:${tool.name}`] })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
