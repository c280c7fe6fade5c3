import { type ReactNode, useRef, useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { Button } from '../../parts/input/Button.tsx'
import { toast } from '../../parts/notify/toast.ts'
import type { ControlProps } from './control-props.ts'
import { whyNotSent } from './sendable.ts'
import { uploadFile } from './upload.ts'

/** A path in the workspace, typed, or that of a file which is picked here and sent. */
export function FileControl({ children, ...props }: ControlProps & { children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    setBusy(true)
    try {
      const reason = whyNotSent(file)
      if (reason === undefined) props.onChange(await uploadFile(props.tool, file))
      else toast({ tone: 'rust', text: reason })
    } catch (error) {
      toast({ tone: 'rust', text: problemFor(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      <Button busy={busy} icon="file" onClick={() => picker.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        hidden
        aria-label={`${props.field.label}: a file of this machine`}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void send(file)
        }}
      />
    </div>
  )
}
