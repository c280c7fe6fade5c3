import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** One hash over the names and bytes of files and folders; tests do not count. */
export function inputsHash(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap(place => filesIn(path.join(root, place)))) {
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(place) {
  if (!fs.existsSync(place)) return []
  if (fs.statSync(place).isFile()) return [place]
  return fs
    .readdirSync(place)
    .sort()
    .filter(name => !/\.test\.tsx?$/.test(name))
    .flatMap(name => filesIn(path.join(place, name)))
}
