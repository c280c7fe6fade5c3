import fs from 'node:fs'
import path from 'node:path'

/** A folder of the project by its path from the root; what leads out of the project is refused. */
export function inside(root: string, relative: string): string {
  const folder = path.resolve(root, relative)
  if (!fs.existsSync(folder)) throw new Error(`There is no ${relative} in the project.`)
  const real = path.relative(fs.realpathSync(root), fs.realpathSync(folder))
  if (real.startsWith('..') || path.isAbsolute(real)) throw new Error(`${relative} leads out of the project.`)
  return folder
}
