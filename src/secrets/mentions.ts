import { readBytes } from '../store/files/read-file.ts'
import type { Call } from '../workspace/call.ts'
import { grantsFile } from './secret-folders.ts'

/** Whether any grant of this repository names the secret; asked at every run, so nothing is parsed for it. */
export function grantsMention(call: Call, secret: string): boolean {
  return readBytes(grantsFile(call))?.includes(JSON.stringify(secret)) === true
}
