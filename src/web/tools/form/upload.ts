import { request } from '../../api/request.ts'

/** Sends a file for a form; answers the path in the workspace that is its value. */
export async function uploadFile(tool: string, file: File): Promise<string> {
  const address = `/api/tools/${encodeURIComponent(tool)}/uploads?file=${encodeURIComponent(file.name)}`
  const response = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  return ((await response.json()) as { path: string }).path
}
