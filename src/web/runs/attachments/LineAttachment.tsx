import { lazy, Suspense } from 'react'
import { Button } from '../../parts/input/Button.tsx'
import { Loading } from '../../parts/layout/States.tsx'
import { bytes } from '../../parts/text/time.ts'
import type { AttachedLine } from '../log/model/log-lines.ts'
import { attachmentPath, saveAttachment } from './attachment-files.ts'
import { shownAs } from './shown-as.ts'

const Preview = lazy(() => import('./Preview.tsx'))

interface LineAttachmentProps {
  readonly run: string
  readonly attachment: AttachedLine
  readonly open: boolean
  readonly onToggle: () => void
}

/** What was attached at this line: pictures, tables and reports open right here. */
export function LineAttachment({ run, attachment, open, onToggle }: LineAttachmentProps) {
  const { name, kind, media_type: type } = attachment
  const path = attachmentPath(run, name)
  return (
    <section aria-label={`Attachment ${name}`} className="max-w-4xl pb-2 pl-[calc(7ch+1.25rem)] font-sans">
      <p className="flex items-center gap-2 text-xs text-soft">
        {[kind, bytes(attachment.bytes)].filter(Boolean).join(', ')}
        {shownAs(type) !== undefined && (
          <Button size="small" aria-expanded={open} onClick={onToggle}>
            {open ? `Close ${name}` : `Open ${name}`}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          icon="download"
          aria-label={`Download ${name}`}
          onClick={() => saveAttachment(path, name)}
        />
      </p>
      {open && (
        <Suspense fallback={<Loading rows={3} />}>
          <Preview path={path} name={name} type={type} />
        </Suspense>
      )}
    </section>
  )
}
