import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GuideEntry } from '../../operation/manifest.ts'

export async function guideText({ file }: Pick<GuideEntry, 'file'>): Promise<string> {
  return fs.promises.readFile(path.join(packageFolder(), 'guides', file), 'utf8')
}

/** This code runs from `src/` in tests and from `dist/chunks/` otherwise; the guides are beside both. */
function packageFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!fs.existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error('Furrow runs outside of its package; its guides cannot be found.')
    folder = parent
  }
  return folder
}
