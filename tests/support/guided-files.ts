import fs from 'node:fs'
import path from 'node:path'
import type { Lab } from '../lab.ts'

/** Makes the files of a guided specification what 0.1 wrote: explanations without a mark. */
export function unmarkGuidance(lab: Lab): void {
  for (const name of lab.list('sdd').filter(each => each.endsWith('.md')))
    fs.writeFileSync(path.join(lab.root, 'sdd', name), lab.read(`sdd/${name}`).replaceAll('> **Guide:** ', '> '))
}
