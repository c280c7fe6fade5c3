import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { openFaultLab } from '../fault-lab.ts'
import { mountSmallDisk } from '../small-disk.ts'

/** The built command line on a disk with so many pages left; one line of JSON per try. */
const [, , base = '', bin = '', levels = ''] = process.argv
const disk = mountSmallDisk(base)
const place = path.join(base, 'lab')
fs.mkdirSync(place)
using lab = openFaultLab({ base: place })
furrow('config', 'set', 'project.name', 'old')
lab.freeze()

for (const pages of levels.split(',').map(Number)) {
  lab.restore()
  disk.fill(pages)
  const set = furrow('config', 'set', 'project.name', 'new')
  const get = furrow('config', 'get', 'project.name')
  disk.empty()
  console.log(JSON.stringify({ pages, set, get, after: furrow('config', 'get', 'project.name') }))
}

function furrow(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '--json'], {
    cwd: lab.root,
    env: lab.env,
    encoding: 'utf8',
  })
  return { status, stderr, answer: JSON.parse(stdout) as unknown }
}
