// Runs the commands that people and agents start most with the new dist/, and keeps what V8 compiled of its chunks.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './inputs.mjs'

const RECORD = path.join(root, 'scripts/entry/record.cjs')
const ASK = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
const RUNS = [
  { args: ['furrow.cjs', 'init'] },
  { args: ['furrow.cjs', 'config', 'set', 'project.name', 'build'] },
  { args: ['furrow.cjs', 'log', '--limit', '1'] },
  { args: ['furrow.cjs', 'status'] },
  { args: ['furrow.cjs', 'help'] },
  { args: ['furrow.cjs', 'status', '--help'] },
  { args: ['furrow.cjs', '__complete', ''] },
  // A tool that ships is trusted; without gates it ends with 1.
  { args: ['furrow.cjs', 'run', 'quality-check'], exit: 1 },
  { args: ['furrow.cjs', 'mcp'], input: ASK.map(message => `${JSON.stringify(message)}\n`).join('') },
]

export function compileChunks(dist) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-build-'))
  const record = path.join(folder, 'compiled.bin')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    FURROW_HOME: path.join(folder, 'home'),
    FURROW_BUILD_DIST: dist,
    FURROW_BUILD_RECORD: record,
  }
  try {
    for (const { args, input = '', exit = 0 } of RUNS) {
      const argv = ['-r', RECORD, path.join(dist, args[0]), ...args.slice(1)]
      const { status, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, input, encoding: 'utf8' })
      if (status !== exit) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
    }
    const file = path.join(dist, `compiled-${process.versions.v8}-${process.arch}.bin`)
    fs.copyFileSync(record, `${file}.new`)
    fs.renameSync(`${file}.new`, file)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
