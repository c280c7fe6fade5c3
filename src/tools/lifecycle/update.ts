import path from 'node:path'
import type { Transaction } from '../../store/transaction.ts'
import { implement } from '../../workspace/call.ts'
import { BUILT_IN, shippedFolder, shippedTools, TOOLS } from '../files/places.ts'
import * as contracts from './contracts.ts'
import { type CopiedFile, filesOf, hashOf, KIT, noteShipped, readShipped } from './copy.ts'

export const update = implement(contracts.update, {
  async run(call) {
    return call.store.transact(call, tx => {
      const report = { written: [] as string[], kept_aside: [] as string[] }
      for (const { path: file, bytes } of shippedFiles()) bring(tx, { file, bytes, report })
      for (const name of BUILT_IN) tx.emit('tool', name)
      tx.describe('brought the tools up to date')
      return report
    })
  },
  render({ written, kept_aside: aside }) {
    if (written.length === 0) return 'Everything is up to date.'
    return [
      ...written.map(file => `- wrote ${file}`),
      ...aside.map(file => `- yours is kept as ${file}`),
      '',
      'To change a built-in tool, clone it: furrow tool clone quality-check my-check',
    ].join('\n')
  },
})

/** Relative to the folder of tools. */
function shippedFiles(): CopiedFile[] {
  const built = shippedTools().filter(({ name }) => BUILT_IN.includes(name))
  const folders = [{ name: KIT, folder: path.join(shippedFolder(), KIT) }, ...built]
  return folders.flatMap(({ name, folder }) =>
    filesOf(folder).map(file => ({ ...file, path: path.posix.join(name, file.path) })),
  )
}

interface Bringing {
  readonly file: string
  readonly bytes: Buffer
  readonly report: { written: string[]; kept_aside: string[] }
}

/** The config of a tool is its user's, and only made where there is none. */
function bring(tx: Transaction, { file, bytes, report }: Bringing): void {
  const place = `${TOOLS}/${file}`
  const there = tx.read(place)
  const known = readShipped(tx).get(file)
  if (there !== undefined && hashOf(there.bytes) === hashOf(bytes)) return
  if (there !== undefined && path.basename(file) === 'config.yaml') return
  if (there !== undefined && hashOf(there.bytes) !== known) report.kept_aside.push(keepAside(tx, place, there.bytes))
  tx.write(place, bytes)
  noteShipped(tx, new Map([[file, hashOf(bytes)]]))
  report.written.push(place)
}

function keepAside(tx: Transaction, place: string, bytes: Uint8Array): string {
  for (let number = 1; ; number += 1) {
    const aside = `${place}.mine${number === 1 ? '' : `-${number}`}`
    if (tx.exists(aside)) continue
    tx.create(aside, bytes)
    return aside
  }
}
