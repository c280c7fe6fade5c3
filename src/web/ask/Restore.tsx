import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import type { ThreadRow } from './types.ts'

/** A thread in the trash, and the way back. */
export function Restore({ thread: { id, title, deleted_at } }: { thread: ThreadRow }) {
  const navigate = useNavigate()
  const restore = useWrite('thread.restore', {
    onSuccess: () => void navigate({ to: '/ask/$thread', params: { thread: id }, search: {} }),
  })
  return (
    <div className="flex items-start gap-2 rounded-md px-2 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium break-words">{title}</p>
        {deleted_at && (
          <p className="text-xs text-soft">
            deleted <RelativeTime at={deleted_at} />
          </p>
        )}
      </div>
      <Button
        size="small"
        icon="undo"
        aria-label={`Restore ${title}`}
        busy={restore.isPending}
        onClick={() => restore.mutate({ id })}
      >
        Restore
      </Button>
    </div>
  )
}
