import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { auditStore } from './audit.ts'
import { cliDoor, type Door, httpDoor, mcpDoor, mcpOverHttp } from './doors.ts'
import { type FaultLab, openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import type { Reply } from './orders.ts'
import { randomFrom, seedFor } from './seed.ts'

const MINUTES = Number(process.env.FURROW_SOAK_MINUTES ?? 10)
const GIT_EVERY_MS = 5000
const SAMPLE_EVERY_MS = 200

interface Work {
  readonly operation: string
  readonly input: (mark: string, newest: string) => Record<string, unknown>
}

/** Several of them are refused now and then: somebody else was first. */
const MIX: readonly Work[] = [
  { operation: 'memory.save', input: mark => ({ title: mark, content: `remember ${mark}`, type: 'decision' }) },
  { operation: 'config.set', input: mark => ({ key: 'project.aliases', value: `${mark},old` }) },
  { operation: 'change.start', input: mark => ({ type: 'fix', size: 'small', description: mark }) },
  { operation: 'change.advance', input: mark => ({ content: `What ${mark} is about, and why.` }) },
  { operation: 'change.cancel', input: (_, newest) => ({ id: newest }) },
  { operation: 'change.status', input: () => ({}) },
  { operation: 'adr.record', input: mark => ({ title: mark, context: 'c', decision: 'd', rationale: 'r' }) },
]
/** What a domain refuses by its rules; anything else (busy, damaged, a bug) is what this soak looks for. */
const BY_RULE = new Set(['conflict', 'invalid_state', 'blocked', 'not_found', 'usage'])

test(`D7 two MCP servers, MCP over HTTP, a web server and commands on one repository for ${MINUTES} minutes`, async () => {
  const random = randomFrom(seedFor('D7'))
  using lab = openFaultLab({ base: temporary({ onDisk: true }) })
  await firstCommit(lab)
  const server = await httpDoor(lab)
  const doors = await Promise.all([mcpDoor, mcpDoor, mcpOverHttp(server.address ?? ''), cliDoor].map(open => open(lab)))
  const told = { writes: 0, refusals: {} as Record<string, number>, wrong: [] as string[], ms: [] as number[] }
  const end = performance.now() + MINUTES * 60_000
  // The first thing that is wrong ends it: a door that is gone would answer wrongly a million times.
  const goesOn = () => performance.now() < end && told.wrong.length === 0
  const ids: string[] = []
  let newest = 'none-yet'

  const writers = [server, ...doors].map((door, index) => write(door, `w${index}`))
  const samples = sampleActive(lab, goesOn)
  const [commits] = await Promise.all([useGit(lab, goesOn), ...writers]).finally(closeAll)

  told.ms.sort((a, b) => a - b)
  const at = (share: number) => Math.round(told.ms[Math.floor(told.ms.length * share)] ?? 0)
  figure(
    'D7',
    `${told.writes} calls by 5 doors, ${commits} git operations`,
    `refused by rule ${JSON.stringify(told.refusals)}`,
  )
  figure('D7', 'a write takes, ms', `p50 ${at(0.5)}, p99 ${at(0.99)}`)
  expect(told.wrong).toEqual([])
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  figure('D7', 'ids given', `${ids.length}, none twice`)
  const { looks, most } = await samples
  figure('D7', 'active changes at once', `at most ${most} in ${looks} looks`)
  expect(looks).toBeGreaterThan(MINUTES * 60)
  expect(most).toBe(1)
  const audited = await lab.withApp(app => auditStore(app, lab))
  figure('D7', 'journal', `${audited.operations} changes of ${audited.files} files follow one another`)

  function thrown(error: Error): Reply {
    return { ok: false, bug: `${error.message}: ${String(error.cause)}` }
  }

  async function closeAll(): Promise<void> {
    for (const door of [...doors, server]) await door[Symbol.asyncDispose]()
  }

  async function write(door: Door, name: string): Promise<void> {
    for (let n = 0; goesOn(); n += 1) {
      const { operation, input } = random.pick(MIX)
      const began = performance.now()
      const reply = await door.call(operation, input(`${name}x${n}`, newest)).catch(thrown)
      if (operation !== 'change.status') told.ms.push(performance.now() - began)
      told.writes += 1
      if (reply?.ok === true) note(operation, reply.value)
      else if (reply !== undefined && 'error' in reply && BY_RULE.has(reply.error.code))
        told.refusals[reply.error.code] = (told.refusals[reply.error.code] ?? 0) + 1
      else told.wrong.push(`${door.name} ${operation}: ${JSON.stringify(reply)}`)
    }
  }

  function note(operation: string, value: unknown): void {
    const { id } = (value ?? {}) as { id?: string }
    // A decision without a change has no number.
    if (id === undefined || !['change.start', 'adr.record'].includes(operation)) return
    ids.push(id)
    if (operation === 'change.start') newest = id
  }
})

/** Straight from the disk, as any other program would see it. */
async function sampleActive(lab: FaultLab, goesOn: () => boolean): Promise<{ looks: number; most: number }> {
  let most = 0
  let looks = 0
  for (; goesOn(); looks += 1) {
    const active = changesIn(lab).filter(text => /"status": "active"/.test(text))
    most = Math.max(most, active.length)
    await pause(SAMPLE_EVERY_MS)
  }
  return { looks, most }
}

function changesIn(lab: FaultLab): string[] {
  const folder = path.join(lab.root, 'sdd/changes')
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap(name => {
    const file = path.join(folder, name, 'change.json')
    return fs.existsSync(file) ? [fs.readFileSync(file, 'utf8')] : []
  })
}

async function firstCommit(lab: FaultLab): Promise<void> {
  lab.write('src/app.ts', 'export const n = 0\n')
  await git(lab, 'add', '-A')
  await git(lab, 'commit', '-q', '-m', 'first')
}

/** What people do meanwhile: edit code, put it away and back, commit everything, go to another branch. */
async function useGit(lab: FaultLab, goesOn: () => boolean): Promise<number> {
  let n = 0
  for (; goesOn(); n += 1) {
    await pause(Math.min(GIT_EVERY_MS, MINUTES * 6000))
    lab.write('src/app.ts', `export const n = ${n + 1}\n`)
    await git(lab, 'stash', 'push', '-q', '--', 'src')
    await git(lab, 'stash', 'pop', '-q')
    await git(lab, 'add', '-A')
    await git(lab, 'commit', '-q', '-m', `work ${n}`)
    await git(lab, 'checkout', '-q', '-b', `topic-${n}`)
  }
  return n * 5
}

/** As a person does it: nothing of ours may be in its way. */
async function git(lab: FaultLab, ...args: string[]): Promise<void> {
  const who = ['-c', 'user.name=soak', '-c', 'user.email=soak@example.invalid']
  await promisify(execFile)('git', [...who, ...args], { cwd: lab.root, env: lab.env })
}
