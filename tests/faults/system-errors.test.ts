import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin } from '../lab.ts'
import { full } from '../support/full.ts'
import { auditStore } from './audit.ts'
import { type FaultLab, openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'

/** The calls that SQLite makes below Node, and how each can fail. */
const FAULTS = [
  ['fsync', 'EIO', /^io_error$/],
  ['pwrite64', 'EIO', /^io_error$/],
  // For the index of its log SQLite knows but one failure, whatever the reason.
  ['pwrite64', 'ENOSPC', /^(?:disk_full|io_error)$/],
  ['rename', 'EIO', /^io_error$/],
] as const
const EARLY = [1, 2, 3, 5, 8, 13, 21, 34]

test.each(FAULTS)('D5 the built command line when %s fails with %s at any time', async (call, error, code) => {
  using lab = openFaultLab({ base: temporary({ onDisk: true }) })
  expect(run(lab, ['set', 'project.name', 'old']).status).toBe(0)
  lab.freeze()
  const made = count(lab, call)
  const points = full ? Array.from({ length: made }, (_, n) => n + 1) : EARLY.filter(n => n <= made)
  const ends = { refused: 0, done: 0 }
  for (const when of points) {
    lab.restore()
    const { status, stdout } = run(lab, ['set', 'project.name', 'new'], `inject=${call}:error=${error}:when=${when}`)
    const where = `${call} ${when} of ${made}: ${stdout}`
    const refusal = { error: { code: expect.stringMatching(code), fix: expect.any(String) } }
    if (status !== 0) expect(JSON.parse(stdout), where).toMatchObject(refusal)
    await lab.withApp(app => auditStore(app, lab))
    const text = fs.readFileSync(path.join(lab.root, '.sdlc/config.yaml'), 'utf8')
    if (status === 0) expect(text, where).toContain('new')
    expect(run(lab, ['set', 'project.name', 'after']).status, where).toBe(0)
    ends[status === 0 ? 'done' : 'refused'] += 1
  }
  figure('D5', `${call} fails with ${error} below Node`, JSON.stringify(ends))
  expect(ends.refused).toBeGreaterThan(0)
})

function run(lab: FaultLab, words: readonly string[], inject?: string) {
  const command = [process.execPath, bin, 'config', ...words, '--json']
  const [program = '', ...args] =
    inject === undefined ? command : ['strace', '-f', '-o', path.join(lab.base, 'trace'), '-e', inject, ...command]
  const { status, stdout } = spawnSync(program, args, { cwd: lab.root, env: lab.env, encoding: 'utf8' })
  return { status, stdout }
}

/** How often an undisturbed write makes the call. */
function count(lab: FaultLab, call: string): number {
  run(lab, ['set', 'project.name', 'new'], `trace=${call}`)
  const lines = fs.readFileSync(path.join(lab.base, 'trace'), 'utf8').split('\n')
  return lines.filter(line => line.includes(`${call}(`)).length
}
