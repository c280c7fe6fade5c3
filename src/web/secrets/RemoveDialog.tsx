import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { toast } from '../parts/notify/toast.ts'

export function RemoveDialog({ name, scope, onClose }: { name: string; scope: string; onClose: () => void }) {
  const remove = useWrite('secrets.remove', {
    onSuccess: () => {
      toast({ tone: 'plain', text: `${name} removed from ${scope}.` })
      onClose()
    },
    onError: error => {
      toast({ tone: 'rust', text: problemFor(error).message })
      onClose()
    },
  })
  return (
    <Ask
      title={`Remove ${name} from ${scope}?`}
      text="The value goes for good; nothing brings it back."
      yes="Remove it"
      busy={remove.isPending}
      onYes={() => remove.mutate({ name, scope })}
      onNo={onClose}
    />
  )
}
