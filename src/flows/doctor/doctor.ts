import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { whyNotStored } from '../../store/database/sqlite.ts'
import { readOwner } from '../../store/locks/ownership.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import type { Finding } from '../model.ts'
import { checks, type DoctorCheck } from './checks.ts'

export const doctor = implement(() => contracts.doctor, {
  async run(call) {
    const findings = await lookAtAll(call)
    const problems = findings.filter(({ level }) => level === 'problem').length
    return { findings, healthy: findings.every(({ level }) => level === 'ok'), problems }
  },
  render: ({ findings, healthy }) =>
    [
      ...findings.map(({ level, check, message, fix }) =>
        [`- ${level.padEnd(7)} ${check}: ${message}`, ...(fix === undefined ? [] : [`  - fix: \`${fix}\``])].join('\n'),
      ),
      ...(healthy ? ['', 'All is well.'] : []),
    ].join('\n'),
})

export const repair = implement(() => contracts.repair, {
  async run(call) {
    const repaired: string[] = []
    const before = await lookAtAll(call)
    // One after the other: what one check mends is often all that another one had found.
    for (const check of checks)
      for (const finding of await lookAt(check, call)) {
        const done = finding.repairable ? await attempt(() => check.repair?.(call, finding)) : undefined
        if (done !== undefined) repaired.push(done)
      }
    const after = await lookAtAll(call)
    return { repaired, left: after.filter(finding => finding.level !== 'ok' && !isKeptHere(finding, before)) }
  },
  render: ({ repaired, left }) =>
    [
      ...(repaired.length === 0 ? ['There was nothing to mend.'] : repaired.map(line => `- mended: ${line}`)),
      ...left.map(({ message }) => `- left: ${message}`),
    ].join('\n'),
})

export const adoptHome = implement(() => contracts.adoptHome, {
  async run({ store, home, workspace }) {
    const before = ownerBefore(workspace.repository)
    await store.adopt()
    return { home: home.dir, ...(before !== undefined && before !== home.dir && { before }) }
  },
  render: ({ home, before }) =>
    `${home} writes to this repository now${before === undefined ? '' : ` instead of ${before}`}.`,
})

/** What somebody is writing at the moment is left, and keeps nothing else from being mended. */
async function attempt(mend: () => Promise<string | undefined> | undefined): Promise<string | undefined> {
  try {
    return await mend()
  } catch (error) {
    if (isRefused(error) && error.code === 'conflict') return undefined
    throw error
  }
}

/** A text that this repair itself has kept is no news: its line says where it is. */
function isKeptHere({ check }: Finding, before: readonly Finding[]): boolean {
  return check === 'kept' && before.every(finding => finding.check !== 'kept' || finding.level === 'ok')
}

async function lookAtAll(call: Call): Promise<Finding[]> {
  const found = await Promise.all(checks.map(check => lookAt(check, call)))
  return found.flat()
}

async function lookAt(check: DoctorCheck, call: Call): Promise<Finding[]> {
  try {
    const findings = await check.look(call)
    return findings.map(finding => ({
      ...finding,
      check: check.name,
      repairable: isRepairable(check, finding),
    }))
  } catch (thrown) {
    // One part that cannot even be looked at must not hide what the others say.
    const error = whyNotStored(thrown, call.home.dir)
    if (!isRefused(error)) throw thrown
    const { message, target, fix } = error
    // Whoever reads this has asked the doctor already.
    const next = fix === 'furrow doctor' ? shell`furrow doctor repair` : fix
    const more = { ...(target !== undefined && { target }), ...(next !== undefined && { fix: next }) }
    const repairable = check.repair !== undefined && error.code === 'damaged'
    return [{ check: check.name, level: 'problem', message, repairable, ...more }]
  }
}

function isRepairable({ repair, leavesWarnings = false }: DoctorCheck, { level }: Pick<Finding, 'level'>): boolean {
  return repair !== undefined && (level === 'problem' || (level === 'warning' && !leavesWarnings))
}

function ownerBefore(repository: Parameters<typeof readOwner>[0]): string | undefined {
  try {
    return readOwner(repository)?.home
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
