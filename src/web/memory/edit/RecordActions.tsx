import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import { toast } from '../../parts/notify/toast.ts'
import type { MemoryRecord } from '../memory-types.ts'
import { NewRecord } from './RecordForm.tsx'
import { RelateDialog } from './RelateDialog.tsx'

type RecordDialog = 'relate' | 'supersede'

/** What can be done with a record besides reading it. */
export function RecordActions({ record, onEdit }: { record: MemoryRecord; onEdit: () => void }) {
  const [open, setOpen] = useState<RecordDialog>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  const deletion = useDeletion(record)
  const goTo = (id: number) => {
    close()
    toast({ tone: 'sprout', text: `Saved; it supersedes “${record.title}”` })
    void navigate({ to: '/memory/$id', params: { id: String(id) } })
  }
  return (
    <>
      <Button icon="edit" onClick={onEdit}>
        Edit
      </Button>
      <Menu
        label="More"
        items={[
          { label: 'Relate to another record', icon: 'link', onSelect: () => setOpen('relate') },
          { label: 'Supersede with a new record', icon: 'right', onSelect: () => setOpen('supersede') },
          { label: 'Delete', icon: 'trash', onSelect: deletion },
        ]}
      />
      {open === 'relate' && <RelateDialog record={record} onClose={close} />}
      {open === 'supersede' && (
        <Dialog title={`Supersede “${record.title}”`} onClose={close} wide>
          <div className="overflow-y-auto p-5">
            <NewRecord replaces={record} onSaved={goTo} onCancel={close} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Deleted at once, and brought back from the message that says so. */
function useDeletion({ id, title }: MemoryRecord): () => void {
  const navigate = useNavigate()
  const tell = (error: unknown) => toast({ tone: 'rust', text: problemFor(error).message })
  const restore = useWrite('memory.delete', {
    onSuccess: () => toast({ tone: 'sprout', text: `Restored “${title}”`, href: `/memory/${id}` }),
    onError: tell,
  })
  const remove = useWrite('memory.delete', {
    onSuccess: () => {
      const undo = { label: 'Undo', onAct: () => restore.mutate({ id, restore: true }) }
      toast({ tone: 'sprout', text: `Deleted “${title}”; it can be restored for 30 days`, action: undo })
      void navigate({ to: '/memory' })
    },
    onError: tell,
  })
  return () => remove.mutate({ id })
}
