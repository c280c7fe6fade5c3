import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../lab.ts'
import { bundle } from '../../support/bundle.ts'

interface Read {
  readonly rows: number
  /** The memory of its process at its highest. */
  readonly mib: number
}

type Measured = (sql: string, rows: number) => Promise<Read>

/** Reads in processes of their own, and says what memory each took. */
export async function measuring(scheme: 'postgresql' | 'mysql', url: string): Promise<Measured & AsyncDisposable> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-reading-'))
  const script = await bundle(path.join(packageRoot, 'tests/tools/db-query/reading.ts'), folder)
  const measured: Measured = async (sql, rows) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, scheme, url, sql, String(rows)])
    return JSON.parse(stdout) as Read
  }
  return Object.assign(measured, { [Symbol.asyncDispose]: async () => fs.rmSync(folder, { recursive: true }) })
}
