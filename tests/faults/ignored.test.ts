import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sweepTemps, tempName } from '../../src/store/files/files.ts'
import { packageRoot } from '../../src/store/installation/package-root.ts'
import { bundled } from './bundled.ts'
import { temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import type { Fault } from './worker.ts'

const WHOLE = '.runs/\ntool-interactions/\n'
const OF_THE_JOURNAL = '.furrow-20260102-101500-007-0.tmp'

test('D2 the first .gitignore is whole or not there, and what its dead writer left is swept, what is not his stays', async () => {
  const base = temporary()
  try {
    const { counts } = await write(path.join(base, 'unharmed'))
    const calls = counts?.calls ?? 0
    expect(calls).toBeGreaterThan(5)
    const left: string[] = []
    for (let at = 1; at <= calls; at += 1) {
      const sdlc = path.join(base, String(at), '.sdlc')
      const { signal } = await write(path.dirname(sdlc), { kind: 'kill', every: 'calls', at })
      expect(signal, `at ${at}`).toBe('SIGKILL')
      if (fs.existsSync(path.join(sdlc, '.gitignore'))) expect(textIn(sdlc), `at ${at}`).toBe(WHOLE)
      left.push(...(fs.existsSync(sdlc) ? fs.readdirSync(sdlc).filter(name => name.endsWith('.tmp')) : []))
      expectSwept(sdlc)
      await write(path.dirname(sdlc))
      expect(textIn(sdlc), `again after ${at}`).toBe(WHOLE)
    }
    figure('D2', 'the first .gitignore', `killed at ${calls} of ${calls} calls, ${left.length} files to sweep`)
    expect(left.length).toBeGreaterThan(0)
  } finally {
    fs.rmSync(base, { recursive: true, force: true })
  }
})

/** A writer that lives, and the journal, have their files in the same folder. */
function expectSwept(sdlc: string): void {
  fs.mkdirSync(sdlc, { recursive: true })
  const stays = [tempName(), OF_THE_JOURNAL]
  for (const name of stays) fs.writeFileSync(path.join(sdlc, name), 'half')
  sweepTemps(sdlc)
  expect(fs.readdirSync(sdlc).filter(name => name.endsWith('.tmp'))).toEqual([...stays].sort())
  for (const name of stays) fs.rmSync(path.join(sdlc, name))
}

function textIn(sdlc: string): string {
  return fs.readFileSync(path.join(sdlc, '.gitignore'), 'utf8')
}

async function write(root: string, fault?: Fault) {
  fs.mkdirSync(root, { recursive: true })
  const report = `${root}.json`
  const preload = path.join(packageRoot(), 'tests/faults/preload.cjs')
  const { signal } = spawnSync(
    process.execPath,
    ['--require', preload, await bundled('ignore'), path.join(root, '.sdlc')],
    {
      env: {
        FURROW_FAULT_ROOTS: root,
        FURROW_FAULT_REPORT: report,
        ...(fault !== undefined && { FURROW_FAULT: JSON.stringify(fault) }),
      },
    },
  )
  const counts = fs.existsSync(report) ? (JSON.parse(fs.readFileSync(report, 'utf8')) as { calls: number }) : undefined
  return { signal, counts }
}
