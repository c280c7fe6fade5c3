import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '../../operation/manifest.ts'

/** The manifest lies beside the folder of chunks that this module is built into. */
export function readManifest(): Manifest {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return JSON.parse(fs.readFileSync(path.join(here, '../manifest.json'), 'utf8')) as Manifest
}
