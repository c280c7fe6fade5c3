import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { Consent } from '../../tools/run/Consent.tsx'
import type { TrustSubjectRow } from '../../tools/tool-types.ts'

/** Shows each command in full; trust is given to exactly what was shown first. */
export function TrustCommandsDialog({ onClose }: { onClose: () => void }) {
  const status = useRead('trust.status', {}, { staleTime: 0 })
  const [seen, setSeen] = useState<{ subjects: readonly TrustSubjectRow[]; shown: string }>()
  if (seen === undefined && status.isSuccess && !status.isFetching)
    setSeen({ subjects: status.data.subjects.filter(isWaiting), shown: status.data.shown })
  const grant = useWrite('trust.grant', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: 'The commands are trusted as they are now.' })
      onClose()
    },
  })
  return (
    <Dialog
      title="Trust these commands?"
      describe="They will run with your rights on this machine. Any change to them asks again."
      onClose={onClose}
      wide
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {seen === undefined && !status.isError && <Loading rows={3} />}
        {status.isError && <ErrorBox error={status.error} />}
        {seen?.subjects.length === 0 && <p>There is nothing left to trust here.</p>}
        {seen?.subjects.map(subject => (
          <Commands key={subject.name} subject={subject} />
        ))}
        <Consent
          label="Trust them"
          deed={grant}
          reason={seen === undefined || seen.subjects.length === 0 ? 'There is nothing to trust.' : undefined}
          onAgree={() => grant.mutate({ subjects: seen?.subjects.map(({ name }) => name), shown: seen?.shown })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

function isWaiting({ name, standing }: TrustSubjectRow): boolean {
  return (standing === 'new' || standing === 'changed') && !name.startsWith('tool:')
}

function Commands({ subject: { name, path, commands, standing } }: { subject: TrustSubjectRow }) {
  return (
    <section aria-label={name} className="min-w-0 space-y-2">
      <p className="text-sm break-words">
        <span className="font-medium">{name}</span> in <span className="font-mono text-xs break-all">{path}</span>
        {standing === 'changed' && '; changed since you trusted it'}
      </p>
      {commands.length > 0 && <CodeBlock text={commands.join('\n')} label={`Commands of ${name}`} />}
    </section>
  )
}
