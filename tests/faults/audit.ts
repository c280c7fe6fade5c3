import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import type { App } from '../../src/app/app.ts'
import { openJson } from '../../src/store/documents/json/json.ts'
import { openYaml } from '../../src/store/documents/yaml/yaml.ts'
import { revisionOf } from '../../src/store/files/files.ts'
import type { FaultLab } from './fault-lab.ts'
import { leftoversIn } from './tree.ts'

/** What must hold after anything: databases whole, nothing open, nothing left over, files readable, no update lost. */
export async function auditStore(app: App, lab: FaultLab): Promise<{ operations: number; files: number }> {
  await app.call('store.log', {}, { actor: { kind: 'person', id: 'person', door: 'cli' } })
  const { state } = app.store
  assert.equal(state.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  assert.deepEqual(state.prepare(`SELECT id FROM operations WHERE state = 'open'`).all(), [])
  assert.deepEqual(leftoversIn(lab.root, lab.home), [])
  assert.deepEqual(unreadable(lab.root), [])
  const chains = chainsIn(app)
  assert.deepEqual(chains.broken, [], 'an update was lost')
  return { operations: chains.operations, files: chains.files }
}

/** Every change starts from the bytes that the one before it left, and the last one is what is on the disk. */
function chainsIn({ store }: App): { operations: number; files: number; broken: string[] } {
  const rows = store.state
    .prepare(
      `SELECT seq, id, root, path, before, after FROM changes JOIN operations ON seq = operation
       WHERE state = 'done' AND kind <> 'rename' ORDER BY seq, n`,
    )
    .all() as unknown as { id: string; root: string; path: string; before: string | null; after: string | null }[]
  const last = new Map<string, string | null>()
  const broken: string[] = []
  for (const { id, root, path: file, before, after } of rows) {
    const place = path.join(root, file)
    if (last.has(place) && last.get(place) !== before) broken.push(`${id} on ${file}`)
    last.set(place, after)
  }
  for (const [place, revision] of last) {
    const now = fs.existsSync(place) ? revisionOf(fs.readFileSync(place)) : null
    if (now !== revision) broken.push(`${place} is not what was written last`)
  }
  return { operations: rows.length, files: last.size, broken }
}

function unreadable(root: string): string[] {
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => !name.startsWith('.git/'))
  return files.filter(name => {
    const file = path.join(root, name)
    const open = /\.ya?ml$/.test(name) ? openYaml : /\.json$/.test(name) ? openJson : undefined
    if (open === undefined) return false
    try {
      open(fs.readFileSync(file), file).data()
      return false
    } catch {
      return true
    }
  })
}
