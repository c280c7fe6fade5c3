import type { Attachment, Run } from '../../api/types.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { bytes } from '../../parts/time.ts'
import { attachmentPath, save } from './files.ts'
import { Picture } from './Picture.tsx'
import { isPicture } from './shown-as.ts'

/** What a run left besides its log; pictures are shown. */
export function Attachments({ run }: { run: Run }) {
  if (!run.attachments?.length) return null
  return (
    <section aria-label="Attachments" className="mb-4 flex gap-3 overflow-x-auto pb-1">
      {run.attachments.map(attachment => (
        <AttachmentCard key={attachment.name} run={run.id} attachment={attachment} />
      ))}
    </section>
  )
}

function AttachmentCard({ run, attachment }: { run: string; attachment: Attachment }) {
  const path = attachmentPath(run, attachment.name)
  return (
    <figure className="w-52 shrink-0 overflow-hidden rounded-md border border-line bg-panel">
      <div className="grid h-28 place-items-center bg-sunk">
        {isPicture(attachment.type) ? (
          <Picture path={path} name={attachment.name} className="h-full w-full object-contain" />
        ) : (
          <Icon name="file" size={24} className="text-faint" />
        )}
      </div>
      <figcaption className="flex items-center gap-2 px-2.5 py-1.5">
        <span className="min-w-0 flex-1 truncate text-xs" title={attachment.name}>
          {attachment.name} <span className="text-faint">{bytes(attachment.bytes)}</span>
        </span>
        <Button
          size="small"
          kind="quiet"
          icon="download"
          aria-label={`Download ${attachment.name}`}
          onClick={() => save(path, attachment.name)}
        />
      </figcaption>
    </figure>
  )
}
