import { useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { SourceView } from '../SourceView.tsx'
import type { TrustSubjectRow } from '../tool-types.ts'
import { Consent } from './Consent.tsx'

/** Shows the code that would be executed; trust is given to exactly that. */
export function TrustDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const status = useRead('trust.status', {}, { staleTime: 0 })
  const subject = status.data?.subjects.find(({ name }) => name === `tool:${tool.name}`)
  const [seen, setSeen] = useState<string>()
  // What is read again while the code is looked at is not what was looked at.
  if (seen === undefined && status.isSuccess && !status.isFetching) setSeen(status.data.shown)
  const grant = useWrite('trust.grant', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${tool.display_name} is trusted as it is now.` })
      onClose()
    },
  })
  return (
    <Dialog
      title={`Trust ${tool.display_name}?`}
      describe="It will run with your rights on this machine. Any change to the code asks again."
      onClose={onClose}
      wide
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {status.isPending && <Loading rows={3} />}
        {status.isError && <ErrorBox error={status.error} />}
        {subject && <Covered subject={subject} />}
        {subject && <SourceView name={tool.name} />}
        {status.isSuccess && subject === undefined && <p>There is nothing of it to trust here.</p>}
        <Consent
          label="Trust it"
          deed={grant}
          reason={subject === undefined || seen === undefined ? 'It has not been shown yet.' : undefined}
          onAgree={() => grant.mutate({ subjects: [`tool:${tool.name}`], shown: seen })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

/** How much the trust covers: the code is shown below, packages are too large for that. */
function Covered({ subject: { covers, runtime, note, standing } }: { subject: TrustSubjectRow }) {
  if (covers === undefined) return null
  const packages = covers.packages === 1 ? '1 package' : `${covers.packages} packages`
  return (
    <p className="text-sm text-soft">
      {standing === 'changed' && note !== undefined && `It ${note}. `}
      {`Covers ${covers.files === 1 ? '1 file' : `${covers.files} files`}`}
      {covers.packages > 0 && ` and ${packages} (${covers.package_files} files)`}
      {runtime !== undefined && `; runs with ${runtime.name} (${runtime.program})`}.
    </p>
  )
}
