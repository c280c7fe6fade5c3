import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { NotAdded } from '../../parts/input/NotAdded.tsx'
import { useAdding } from '../../parts/input/useAdding.ts'
import { toast } from '../../parts/notify/toast.ts'
import type { ExplorationDetail } from '../exploration-types.ts'

/** Keeps one more source; what it says is looked at when it is kept. */
export function CiteForm({ project }: { project: ExplorationDetail }) {
  const [task, setTask] = useState('')
  const cite = useWrite('exploration.cite', {
    onSuccess: ({ source: kept }) => toast({ tone: 'sprout', text: `Kept as ${kept.id}` }),
  })
  const { fields, first, set, submit, ...adding } = useAdding({ source: '', excerpt: '' }, ({ source, excerpt }) =>
    cite.mutateAsync({ source, ...(excerpt.trim() !== '' && { excerpt }), ...(task !== '' && { task }) }),
  )
  const isUnnamed = fields.source.trim() === ''
  const topics = [
    { value: '', label: 'No topic' },
    ...project.tasks.map(({ id, name }) => ({ value: id, label: `${id} ${name}` })),
  ]
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isUnnamed) submit()
      }}
      className="grid gap-3 border-t border-line px-5 py-4 max-sm:px-4"
    >
      <Field
        ref={first}
        label="Source"
        help="src/login.ts:3-9, an address, run:<id> or memory:<number>"
        value={fields.source}
        maxLength={2048}
        onChange={event => set({ source: event.currentTarget.value })}
      />
      <Field
        label="Excerpt"
        help="The words that are relied on; an address needs them."
        value={fields.excerpt}
        maxLength={4000}
        onChange={event => set({ excerpt: event.currentTarget.value })}
      />
      <Select label="Topic" value={task} options={topics} onChoose={setTask} />
      <div>
        <Button type="submit" reason={isUnnamed ? 'Name the source first' : undefined}>
          Cite
        </Button>
      </div>
      <NotAdded refused={adding.refused} nameOf={({ source }) => source} retry={adding.retry} />
    </form>
  )
}
