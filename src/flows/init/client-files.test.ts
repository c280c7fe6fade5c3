import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { realFile } from './client-files.ts'

/** Makes a file and takes it away again, without end. */
const COMING_AND_GOING = `
const fs = require('node:fs')
console.log('ready')
for (;;) {
  fs.writeFileSync(process.argv[1], '')
  fs.rmSync(process.argv[1])
}`

test('a file that somebody takes away at this moment is named as one that is not there', async () => {
  await using lab = await openLab()
  const other = spawn(process.execPath, ['-e', COMING_AND_GOING, `${lab.root}/AGENTS.md`])
  try {
    await once(other.stdout, 'data')
    const place = { workspace: lab.app.workspace, env: {} }
    for (let n = 0; n < 20_000; n += 1)
      expect(realFile(place, { root: 'workspace', file: 'AGENTS.md' })).toBe('AGENTS.md')
  } finally {
    other.kill('SIGKILL')
    await once(other, 'exit')
  }
})
