import { useWrite } from '../../api/query.ts'
import { useStateOf } from '../../api/state.ts'
import { Button } from '../../parts/input/Button.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { toast } from '../../parts/notify/toast.ts'
import { dropSimilar, type SimilarRecord, savedBeside } from './similar-state.ts'

/** What a record that was just saved may repeat or contradict, with the ways on that the other doors name too. */
export function SimilarRecords({ id }: { id: number }) {
  const saved = useStateOf(savedBeside)
  if (saved?.id !== id || saved.near.length === 0) return null
  return (
    <section
      aria-label="Similar records"
      className="mb-5 space-y-3 rounded-md border border-amber/40 bg-amber-wash p-4"
    >
      {saved.near.map(other => (
        <Similar key={other.id} id={id} other={other} />
      ))}
    </section>
  )
}

function Similar({ id, other }: { id: number; other: SimilarRecord }) {
  const relate = useWrite('memory.relate', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `It supersedes “${other.title}”` })
      dropSimilar(other.id)
    },
    onError: showRefusal,
  })
  return (
    <div>
      <p role="alert" className="break-words text-ink">
        May {other.why === 'says the same' ? 'repeat' : 'contradict'}{' '}
        <PageLink href={`/memory/${other.id}`}>{other.title}</PageLink> ({other.why}).
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="small"
          busy={relate.isPending}
          onClick={() => relate.mutate({ from_id: id, to_id: other.id, relation_type: 'supersedes' })}
        >
          This one replaces it
        </Button>
        <Button size="small" onClick={() => dropSimilar(other.id)}>
          Keep both
        </Button>
      </div>
    </div>
  )
}
