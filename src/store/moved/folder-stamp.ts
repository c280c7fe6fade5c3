import fs from 'node:fs'

/** A folder keeps its number and its birth when it is renamed; one that takes its place has others. */
export function folderStamp(folder: string): string {
  const { dev, ino, birthtimeNs } = fs.statSync(folder, { bigint: true })
  // Numbers are given again. Where a file system does not tell the birth, nothing but the path tells a folder.
  return birthtimeNs === 0n ? `${dev}:${ino}:${folder}` : `${dev}:${ino}:${birthtimeNs}`
}
