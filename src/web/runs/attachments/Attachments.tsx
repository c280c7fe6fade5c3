import { lazy, Suspense, useState } from 'react'
import type { Attachment } from '../../../runs/model.ts'
import type { RunDetail } from '../../api/types.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Loading } from '../../parts/layout/States.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { bytes } from '../../parts/text/time.ts'
import { attachmentPath, saveAttachment } from './attachment-files.ts'
import { Picture } from './Picture.tsx'
import { isPicture, shownAs } from './shown-as.ts'

const Preview = lazy(() => import('./Preview.tsx'))

/** Each of them loads its picture. */
const SHOWN_AT_FIRST = 24

/** What a run left besides its log, and how many were not kept; pictures are shown, and each opens below the row. */
export function Attachments({ run }: { run: RunDetail }) {
  const [all, setAll] = useState(false)
  const [openName, setOpenName] = useState<string>()
  const { attachments = [], attachments_dropped: dropped = 0 } = run
  if (attachments.length + dropped === 0) return null
  const shown = all ? attachments : attachments.slice(0, SHOWN_AT_FIRST)
  const opened = attachments.find(({ name }) => name === openName)
  return (
    <section aria-label="Attachments" className="mb-4 space-y-2">
      <div className="flex gap-3 overflow-x-auto pb-1">
        {shown.map(attachment => (
          <AttachmentCard
            key={attachment.name}
            run={run.id}
            attachment={attachment}
            open={attachment.name === openName}
            onToggle={() => setOpenName(attachment.name === openName ? undefined : attachment.name)}
          />
        ))}
      </div>
      {opened !== undefined && (
        <Suspense fallback={<Loading rows={3} />}>
          <Preview path={attachmentPath(run.id, opened.name)} name={opened.name} type={opened.type} />
        </Suspense>
      )}
      {shown.length < attachments.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show all {attachments.length} attachments
        </Button>
      )}
      {dropped > 0 && (
        <p className="text-sm text-soft">
          {dropped} {dropped === 1 ? 'attachment was' : 'attachments were'} too large or too many to keep.
        </p>
      )}
    </section>
  )
}

interface AttachmentCardProps {
  readonly run: string
  readonly attachment: Attachment
  readonly open: boolean
  readonly onToggle: () => void
}

function AttachmentCard({ run, attachment, open, onToggle }: AttachmentCardProps) {
  const path = attachmentPath(run, attachment.name)
  return (
    <figure className="w-52 shrink-0 overflow-hidden rounded-md border border-line bg-panel">
      <div className="flex h-28 items-center justify-center overflow-hidden bg-sunk">
        {isPicture(attachment.type) ? (
          <Picture path={path} name={attachment.name} className="max-h-full max-w-full object-contain" />
        ) : (
          <Icon name="file" size={24} className="text-faint" />
        )}
      </div>
      <figcaption className="flex items-center gap-2 px-2.5 py-1.5">
        <span className="min-w-0 flex-1 truncate text-xs" title={attachment.name}>
          {attachment.name} <span className="text-faint">{bytes(attachment.bytes)}</span>
        </span>
        {shownAs(attachment.type) !== undefined && (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} ${attachment.name}`}
            onClick={onToggle}
          >
            {open ? 'Hide' : 'Show'}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          icon="download"
          aria-label={`Download ${attachment.name}`}
          onClick={() => saveAttachment(path, attachment.name)}
        />
      </figcaption>
    </figure>
  )
}
