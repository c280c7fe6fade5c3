import { useNavigate } from '@tanstack/react-router'
import type { ThreadRow } from '../../../ask/threads/model.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { RelativeTime } from '../../parts/text/Time.tsx'

/** A thread in the trash, and the way back. */
export function Restore({ thread: { id, title, deleted_at } }: { thread: ThreadRow }) {
  const navigate = useNavigate()
  const restore = useWrite('thread.restore', {
    onSuccess: () => void navigate({ to: '/ask/$thread', params: { thread: id }, search: {} }),
    onError: showRefusal,
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
