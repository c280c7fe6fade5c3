import fs from 'node:fs'
import path from 'node:path'
import { openFaultLab } from '../fault-lab.ts'
import { mountSmallDisk } from '../small-disk.ts'

/** A decision that only memory could keep, on a disk with so many pages left; one line of JSON per try. */
const [, , base = '', levels = ''] = process.argv
const disk = mountSmallDisk(base)
const place = path.join(base, 'lab')
fs.mkdirSync(place)
using lab = openFaultLab({ base: place })
await lab.perform({ call: 'config.set', input: { key: 'project.name', value: 'shop' }, id: 'first' })
lab.freeze()

for (const pages of levels.split(',').map(Number)) {
  lab.restore()
  disk.fill(pages)
  const input = { title: `One port ${pages}`, context: 'Two servers.', decision: 'One port.', rationale: 'Bookmarks.' }
  const reply = await lab.perform({ call: 'adr.record', input, id: `decision-${pages}` })
  disk.empty()
  console.log(JSON.stringify({ pages, reply: reply.ok ? 'ok' : 'bug' in reply ? reply.bug : reply.error.code }))
}
