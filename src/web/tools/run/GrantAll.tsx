import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tool } from '../../../tools/model.ts'
import { callOperation } from '../../api/call.ts'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { Consent } from './Consent.tsx'

/** Grants a tool what it lacks, all at once. */
export function GrantAll({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const client = useQueryClient()
  const grant = useMutation({
    mutationFn: async () => {
      for (const name of tool.missing_grants) await callOperation('secrets.grant', { name, tool: tool.name })
    },
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${tool.display_name} may have ${tool.missing_grants.join(', ')}.` })
      onClose()
    },
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Dialog
      title={`Grant to ${tool.display_name}`}
      describe="It gets these as its code is now. After any change of its code you are asked again."
      onClose={onClose}
    >
      <div className="space-y-4 p-5">
        <ul className="space-y-1">
          {tool.missing_grants.map(name => (
            <li key={name}>
              <code className="font-mono text-[0.8125rem]">{name}</code>{' '}
              <span className="text-soft">{tool.secrets?.find(({ env_var }) => env_var === name)?.description}</span>
            </li>
          ))}
        </ul>
        <Consent label="Grant" deed={grant} onAgree={() => grant.mutate()} onClose={onClose} />
      </div>
    </Dialog>
  )
}
