import { request } from '../api/request.ts'

/** Saves what the server keeps; a plain link would lack the session's header. */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await (await request(path)).blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
