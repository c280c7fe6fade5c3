import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openFaultLab } from '../fault-lab.ts'
import { mountSmallDisk } from '../small-disk.ts'

/** The first record of a day on a disk with so many pages left; one line of JSON per try. */
const [, , base = '', levels = ''] = process.argv
const disk = mountSmallDisk(base)
const place = path.join(base, 'lab')
fs.mkdirSync(place)
using lab = openFaultLab({ base: place })
await save('the day before')
fs.rmSync(path.join(lab.home, 'backups'), { recursive: true })
lab.freeze()

for (const pages of levels.split(',').map(Number)) {
  lab.restore()
  disk.fill(pages)
  const reply = await save('today')
  disk.empty()
  console.log(JSON.stringify({ pages, reply, kept: titles().includes('today') }))
}

async function save(title: string): Promise<string> {
  const reply = await lab.perform({ call: 'memory.save', input: { title, content: title }, id: title })
  if (reply.ok) return 'ok'
  return 'bug' in reply ? reply.bug : reply.error.code
}

function titles(): unknown[] {
  const database = new DatabaseSync(path.join(lab.home, 'memory/memory.db'))
  try {
    return database
      .prepare('SELECT title FROM observations')
      .all()
      .map(({ title }) => title)
  } finally {
    database.close()
  }
}
