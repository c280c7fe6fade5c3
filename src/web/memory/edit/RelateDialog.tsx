import { type FormEvent, useDeferredValue, useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import type { MemoryRecord } from '../memory-types.ts'

const RELATIONS = ['relates_to', 'supersedes', 'implements', 'contradicts', 'depends_on', 'caused_by'] as const
type RelationChoice = (typeof RELATIONS)[number]
const CHOICES = RELATIONS.map(value => ({ value, label: value.replaceAll('_', ' ') }))

/** Says how this record relates to another one, which is found by its words. */
export function RelateDialog({ record, onClose }: { record: MemoryRecord; onClose: () => void }) {
  const [relation, setRelation] = useState<RelationChoice>('relates_to')
  const [target, setTarget] = useState<MemoryRecord>()
  const [note, setNote] = useState('')
  const relate = useWrite('memory.relate', { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target === undefined) return
    relate.mutate({
      from_id: record.id,
      to_id: target.id,
      relation_type: relation,
      ...(note.trim() !== '' && { note: note.trim() }),
    })
  }
  return (
    <Dialog title="Relate to another record" onClose={onClose} wide>
      <form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
        <p className="break-words">{record.title}</p>
        <Select label="Relation" value={relation} options={CHOICES} onChoose={setRelation} />
        {target === undefined ? (
          <FindRecord not={record.id} onFound={setTarget} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 font-medium break-words">{target.title}</p>
            <Button size="small" onClick={() => setTarget(undefined)}>
              Choose another
            </Button>
          </div>
        )}
        <Field
          label="Note (optional)"
          value={note}
          maxLength={2000}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {relate.isError && <ErrorBox error={relate.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={relate.isPending}
            reason={target === undefined ? 'Choose a record first' : undefined}
          >
            Relate
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function FindRecord({ not, onFound }: { not: number; onFound: (record: MemoryRecord) => void }) {
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const found = useRead('memory.search', { query, limit: 8 }, { enabled: query !== '', placeholderData: last => last })
  const hits = (found.data?.hits ?? []).filter(({ id }) => id !== not)
  return (
    <div className="grid gap-2">
      <Field
        label="Find the other record"
        type="search"
        value={words}
        autoFocus
        onChange={event => setWords(event.currentTarget.value)}
      />
      {query !== '' && found.isPending && <Loading rows={2} />}
      {found.isError && <ErrorBox error={found.error} />}
      {query !== '' && found.isSuccess && hits.length === 0 && <p className="text-sm text-soft">No results</p>}
      {query !== '' && hits.length > 0 && (
        <ul aria-label="Records to relate to" className="divide-y divide-line rounded-md border border-line">
          {hits.map(hit => (
            <li key={hit.id}>
              <button
                type="button"
                className="block w-full px-3 py-2 text-left text-sm break-words hover:bg-sunk"
                onClick={() => onFound(hit)}
              >
                {hit.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
