import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

let found: string | undefined

/** Where this package is installed: the guides and the built app are below it, in the sources as in `dist/`. */
export function packageRoot(): string {
  found ??= climb(path.dirname(fileURLToPath(import.meta.url)))
  return found
}

/** `dist/chunks/` has a package.json of its own, which only says what kind of modules it holds. */
function climb(folder: string): string {
  const file = path.join(folder, 'package.json')
  if (fs.existsSync(file) && 'name' in (JSON.parse(fs.readFileSync(file, 'utf8')) as object)) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('the package of Furrow has no package.json')
  return climb(above)
}
