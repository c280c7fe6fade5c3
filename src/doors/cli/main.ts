import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '../../app/app.ts'
import { codes } from '../../operation/errors.ts'
import type { Manifest } from '../../operation/manifest.ts'

export async function main(argv: readonly string[]): Promise<void> {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const manifest = JSON.parse(fs.readFileSync(path.join(here, '../manifest.json'), 'utf8')) as Manifest
  await using app = createApp({ manifest, root: process.cwd() })
  const outcome = await app.call(argv[0] ?? 'workspace.status', JSON.parse(argv[1] ?? '{}'), {
    actor: { kind: 'person', id: 'person', door: 'cli' },
  })
  process.stdout.write(`${outcome.ok ? outcome.text() : JSON.stringify(outcome.error)}\n`)
  process.exitCode = outcome.ok ? 0 : codes[outcome.error.code].exit
}
