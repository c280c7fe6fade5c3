import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Big packages that only tests need live here, outside of the tree, and are installed once per machine. */
export const testCache = process.env['FURROW_TEST_CACHE'] ?? path.join(os.homedir(), '.cache/furrow-tests')

/** The folder of an installed package. Several processes may ask at once; whoever is first installs for all. */
export async function cachedPackage(name: string, version: string): Promise<string> {
  const place = path.join(testCache, `${name.replaceAll('/', '-').replace('@', '')}-${version}`)
  const folder = path.join(place, 'node_modules', name)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(testCache, { recursive: true })
  const next = fs.mkdtempSync(path.join(testCache, 'next-'))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--engine-strict=false']
  await run('npm', ['install', '--prefix', next, ...flags, `${name}@${version}`], { cwd: next })
  try {
    fs.renameSync(next, place)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
    fs.rmSync(next, { recursive: true })
  }
  return folder
}

/** A Node 22 from the registry: the conformance suite does not run on 20. */
export async function node22(): Promise<string> {
  const folder = await cachedPackage(`node-${process.platform}-${process.arch}`, '22')
  const program = path.join(folder, 'bin/node')
  fs.chmodSync(program, 0o755)
  return program
}
