import { request } from '../../api/request.ts'

const LARGEST = 10 * 2 ** 20

/** Why a file cannot be sent, before it is. */
export function whyNotSent({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size <= LARGEST) return undefined
  return `${name} has more than 10 MiB. Put it into the workspace and name its path.`
}

/** Sends a file for a form; answers the path in the workspace that is its value. */
export async function upload(tool: string, file: File): Promise<string> {
  const address = `/api/tools/${encodeURIComponent(tool)}/uploads?file=${encodeURIComponent(file.name)}`
  const response = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  return ((await response.json()) as { path: string }).path
}
