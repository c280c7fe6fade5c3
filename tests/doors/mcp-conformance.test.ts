import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, packageRoot } from '../lab.ts'
import { cachedPackage, node22 } from '../support/packages.ts'

const run = promisify(execFile)

/** The official suite, and what it is asked to run: the older one by itself, the newer one for each revision. */
const runs = [
  { version: '0.1.16', revision: '2025-11-25', flags: ['--suite', 'all'], atLeast: 32 },
  { version: '0.2.0-alpha.12', revision: '2025-11-25', flags: ['--requirements', '2025-11-25'], atLeast: 30 },
  { version: '0.2.0-alpha.12', revision: '2026-07-28', flags: ['--requirements', '2026-07-28'], atLeast: 37 },
]

/** These are what the door is for; none of them can be declared out of scope. */
const NEVER_EXCUSED = /^(?:tools|prompts|resources|elicitation|input-required|server-stateless)|progress|cancel/

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-conformance-'))
const server = { url: '', stop: () => undefined as unknown }

beforeAll(async () => {
  await Promise.all([node22(), ...new Set(runs.map(({ version }) => suite(version)))])
  const child = spawn(process.execPath, [bin, 'mcp', '--http', '--conformance'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  server.stop = () => child.kill()
  server.url = await new Promise(resolve => child.stdout.once('data', chunk => resolve(String(chunk).trim())))
}, 600_000)

afterAll(() => {
  server.stop()
  fs.rmSync(scratch, { recursive: true, force: true })
})

describe.each(runs)('conformance suite $version for $revision', ({ version, revision, flags, atLeast }) => {
  test('every scenario passes but those that ci/conformance.md says do not apply', async () => {
    const results = path.join(scratch, `${version}-${revision}`)
    await run(await node22(), [await suite(version), 'server', '--url', server.url, ...flags, '-o', results], {
      maxBuffer: 64 * 1024 * 1024,
      cwd: scratch,
    }).catch(() => undefined)
    const scenarios = fs.readdirSync(results).map(folder => ({
      name: folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      failures: failuresIn(path.join(results, folder, 'checks.json')),
    }))
    expect(scenarios.length).toBeGreaterThanOrEqual(atLeast)
    const failing = scenarios.filter(({ failures }) => failures.length > 0)
    expect(failing.filter(({ name }) => !excuses(revision).includes(name))).toEqual([])
    expect(
      excuses(revision).filter(name => version.startsWith('0.2') && !failing.some(one => one.name === name)),
    ).toEqual([])
  })
})

test('no scenario is excused that the door is for, and each excuse names its clause', () => {
  expect(table().length).toBeGreaterThan(0)
  for (const { scenario, clause } of table()) {
    expect(scenario).not.toMatch(NEVER_EXCUSED)
    expect(clause, scenario).toMatch(/SEP-\d+|specification/)
  }
})

async function suite(version: string): Promise<string> {
  return path.join(await cachedPackage('@modelcontextprotocol/conformance', version), 'dist/index.js')
}

function failuresIn(file: string): string[] {
  const checks = JSON.parse(fs.readFileSync(file, 'utf8')) as Check[]
  return checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => `${id}: ${errorMessage}`)
}

function excuses(revision: string): string[] {
  return table().flatMap(row => (row.revision === revision ? [row.scenario] : []))
}

function table(): { scenario: string; revision: string; clause: string }[] {
  const text = fs.readFileSync(path.join(packageRoot, 'ci/conformance.md'), 'utf8')
  return [...text.matchAll(/^\| `([\w-]+)` +\| ([\d-]+) +\| (.+) \|$/gm)].map(([, scenario, revision, clause]) => ({
    scenario: scenario ?? '',
    revision: revision ?? '',
    clause: clause ?? '',
  }))
}
