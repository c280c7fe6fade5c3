import { useEffect, useState } from 'react'
import { request } from '../../api/request.ts'
import type { RunDetail } from '../../api/types.ts'
import { Button } from '../../parts/input/Button.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { CopyText } from '../../parts/text/Code.tsx'
import { download } from '../../runs/download.ts'

/** A picture that the run left beside its record, or that came inside the result; never one from elsewhere. */
export function ImageResult({ value, run }: { value: string; run: RunDetail }) {
  const [address, setAddress] = useState<string>()
  const path = attachmentPath(value, run)
  useEffect(() => {
    let made: string | undefined
    let gone = false
    void bytesOf(value, path).then(blob => {
      if (gone || blob === undefined) return
      made = URL.createObjectURL(blob)
      setAddress(made)
    })
    return () => {
      gone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [value, path])
  if (address === undefined) return <CopyText text={value.slice(0, 200)} />
  return (
    <img
      src={address}
      alt={path === undefined ? 'Result of the tool' : value}
      className="max-w-full rounded-md border border-line"
    />
  )
}

/** A file of the run to save, or the path of one in the workspace. */
export function FileResult({ value, run }: { value: string; run: RunDetail }) {
  const path = attachmentPath(value, run)
  if (path === undefined) return <CopyText text={value} label="Copy the path" />
  const save = () => void download(path, value).catch((error: Error) => toast({ tone: 'rust', text: error.message }))
  return (
    <Button icon="download" onClick={save}>
      Save {value}
    </Button>
  )
}

function attachmentPath(name: string, run: RunDetail): string | undefined {
  if (run.attachments?.some(attachment => attachment.name === name) !== true) return undefined
  return `/api/runs/${encodeURIComponent(run.id)}/attachments/${encodeURIComponent(name)}`
}

async function bytesOf(value: string, path: string | undefined): Promise<Blob | undefined> {
  if (path !== undefined) return (await request(path)).blob()
  const [, type, base64] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/.exec(value) ?? []
  if (type === undefined || base64 === undefined) return undefined
  return new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], { type })
}
