import fs from 'node:fs'
import path from 'node:path'
import type { GuideEntry } from '../../operation/manifest.ts'
import { packageRoot } from '../../store/installation/package-root.ts'

export async function guideText({ file }: Pick<GuideEntry, 'file'>): Promise<string> {
  return fs.promises.readFile(path.join(packageRoot(), 'guides', file), 'utf8')
}
