import { useState } from 'react'
import { shell } from '../../../shared/shell/shell.ts'
import type { Interaction, Tool } from '../../../tools/model.ts'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Ask } from '../../parts/input/Ask.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { useCopy } from '../../parts/text/useCopy.ts'
import { useRunAgain } from '../../runs/RunAgain.tsx'
import type { SetToolSearch } from '../ToolTabs.tsx'

const tell = (error: unknown) => toast({ tone: 'rust', text: problemFor(error).message })

interface InteractionActionsProps {
  readonly tool: Tool
  readonly interaction: Interaction
  /** As the status beside the buttons has it: two answers of the server may be of different moments. */
  readonly over: boolean
  readonly onGo: SetToolSearch
}

/** What can be done with one run of a tool. */
export function InteractionActions({ tool, interaction, over, onGo }: InteractionActionsProps) {
  const [deleting, setDeleting] = useState(false)
  const [, copy] = useCopy()
  const cancel = useWrite('tool.cancel', { onError: tell })
  const pin = useWrite('tool.pin', { onError: tell })
  const saveTest = useWrite('tool.save_test', {
    onSuccess: ({ path }) => toast({ tone: 'sprout', text: `Saved as ${path}.` }),
    onError: tell,
  })
  const { id, pinned = false } = interaction
  const again = useRunAgain(id, run => onGo({ run, from: undefined }))
  const command = shell`furrow tool run ${tool.name} --input ${JSON.stringify(interaction.input ?? {})}`
  return (
    <>
      {!over && (
        <Button
          size="small"
          icon="stop"
          busy={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate({ id })}
        >
          {cancel.isPending || cancel.isSuccess ? 'Cancelling' : 'Cancel'}
        </Button>
      )}
      {over && (
        <>
          {interaction.kind === 'run' && (
            <Button size="small" icon="play" busy={again.busy} onClick={again.start}>
              Run again
            </Button>
          )}
          <Button size="small" icon="undo" onClick={() => onGo({ tab: undefined, from: id, run: undefined })}>
            Edit and run again
          </Button>
        </>
      )}
      {again.question}
      <Menu
        label="More"
        items={[
          { label: 'Copy as a command', icon: 'copy', onSelect: () => copy(command) },
          {
            label: 'Copy a link',
            icon: 'link',
            onSelect: () => copy(`${location.origin}/tools/${tool.name}?run=${id}`),
          },
          ...(over
            ? [
                {
                  label: pinned ? 'Unpin' : 'Pin',
                  icon: 'check' as const,
                  onSelect: () => pin.mutate({ id, pinned: !pinned }),
                },
                ...(interaction.result !== undefined && tool.source === 'repository'
                  ? [{ label: 'Save as a test', icon: 'file' as const, onSelect: () => saveTest.mutate({ id }) }]
                  : []),
                { label: 'Delete', icon: 'trash' as const, onSelect: () => setDeleting(true) },
              ]
            : []),
        ]}
      />
      {deleting && (
        <Delete
          tool={tool.name}
          id={id}
          onDone={gone => {
            setDeleting(false)
            if (gone) onGo({ run: undefined })
          }}
        />
      )}
    </>
  )
}

export function Delete({ tool, id, onDone }: { tool: string; id: string; onDone: (gone: boolean) => void }) {
  const remove = useWrite('tool.delete_interaction', {
    onSuccess: () => {
      toast({ tone: 'plain', text: 'Deleted.' })
      onDone(true)
    },
    onError: error => {
      tell(error)
      onDone(false)
    },
  })
  return (
    <Ask
      title="Delete this run?"
      text="Its record, its log and its attachments go for good; nothing brings them back."
      yes="Delete the run"
      busy={remove.isPending}
      onYes={() => remove.mutate({ name: tool, id })}
      onNo={() => onDone(false)}
    />
  )
}
