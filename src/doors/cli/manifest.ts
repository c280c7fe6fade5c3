import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Manifest, type Outputs, withOutputs } from '../../operation/manifest.ts'

/** The manifest lies beside the folder of chunks that this module is built into. */
export function readManifest(): Manifest {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return withOutputs(
    read(path.join(here, '../manifest.json')) as Manifest,
    () => read(path.join(here, '../outputs.json')) as Outputs,
  )
}

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
