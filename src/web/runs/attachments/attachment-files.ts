import { toast } from '../../parts/notify/toast.ts'
import { download } from '../download.ts'

export function attachmentPath(run: string, name: string): string {
  return `/api/runs/${encodeURIComponent(run)}/attachments/${encodeURIComponent(name)}`
}

export function saveAttachment(path: string, name: string): void {
  void download(path, name).catch((error: Error) => toast({ tone: 'rust', text: error.message }))
}
