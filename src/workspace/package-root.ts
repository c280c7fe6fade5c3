import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

let found: string | undefined

/** Where this package is installed: the guides and the built app are below it, in the sources as in `dist/`. */
export function packageRoot(): string {
  found ??= climb(path.dirname(fileURLToPath(import.meta.url)))
  return found
}

function climb(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  return climb(path.dirname(folder))
}
