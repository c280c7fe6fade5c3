import { createMasker } from '../../../src/runs/mask/masker.ts'
import { openLog } from '../../../src/runs/output/log.ts'
import { readRunLog } from '../../../src/runs/output/reader.ts'
import { BEGIN } from '../../../src/runs/output/segments.ts'

/** Writes more lines than the disk under the folder holds, and prints what came of it. */
const [folder = ''] = process.argv.slice(2)
const log = await openLog({ folder, masker: createMasker([]) })
const channel = log.channel('stdout')
for (let line = 1; line <= 20_000; line++) await channel.write(Buffer.from(`this is line ${line}\n`))
await log.close()
const { entries, ended } = await readRunLog(folder, BEGIN, 2 ** 22)
const written = entries.slice(0, -1)
const sound = written.every((entry, index) => entry.kind === 'line' && entry.text === `this is line ${index + 1}`)
console.log(
  JSON.stringify({ failure: log.failure?.message, lines: written.length, sound, ended, last: entries.at(-1) }),
)
