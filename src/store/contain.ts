import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { whyNotRepoPath } from '../operation/naming.ts'

export function contain(root: string, file: string, _options: { write?: boolean } = {}): string {
  const reason = whyNotRepoPath(file)
  if (reason !== undefined) throw refuse('usage', `${file} ${reason}.`, { target: file })
  return path.join(fs.realpathSync(root), file)
}
