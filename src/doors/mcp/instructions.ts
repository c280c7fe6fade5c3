import fs from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../../store/installation/package-root.ts'

/** What every client is told at the start. */
export function readInstructions(): string {
  return fs.readFileSync(path.join(packageRoot(), 'guides/instructions.md'), 'utf8')
}
