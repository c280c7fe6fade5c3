import type * as artifacts from '../../explorations/artifacts/contracts.ts'
import type { OutputOf } from '../../operation/contract.ts'
import type * as runs from '../../runs/contracts.ts'
import { shell } from '../../shared/shell/shell.ts'
import type * as tools from '../../tools/contracts.ts'
import { type Call, implement } from '../../workspace/call.ts'
import type { Need } from '../model.ts'
import { openExploration } from '../status/open-exploration.ts'
import * as contracts from './contracts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FAILED = ['failed', 'timed_out', 'interrupted']

/** Each looks at one domain through its own operation; one that is refused has nothing to say here. */
const SOURCES = [approvals, missingSecrets, failedRuns] as const

export const attention = implement(() => contracts.attention, {
  async run(call) {
    const needs = await Promise.all(SOURCES.map(source => source(call)))
    return { needs: needs.flat() }
  },
  render: ({ needs }) =>
    needs.length === 0
      ? 'Nothing waits for you.'
      : needs.map(({ title, fix }) => `- ${title}${fix === undefined ? '' : `: \`${fix}\``}`).join('\n'),
})

async function approvals(call: Call): Promise<Need[]> {
  const found = await read<OutputOf<typeof artifacts.list>>(call, 'artifact.list')
  const waiting = found?.artifacts.filter(
    one => one.needs_approval && (one.standing === 'none' || one.standing === 'void'),
  )
  if (waiting === undefined || waiting.length === 0) return []
  const { exploration } = await openExploration(call)
  return waiting.map(({ path, abstract, revision }) => ({
    kind: 'approval',
    title: `${path} waits for your approval`,
    ...(abstract !== undefined && { detail: abstract }),
    fix: shell`furrow agent artifact approve ${path}`,
    href: exploration === undefined ? '/explorations' : `/explorations/${exploration.name}?tab=summaries`,
    target: path,
    ...(revision !== undefined && { revision }),
  }))
}

async function missingSecrets(call: Call): Promise<Need[]> {
  const found = await read<OutputOf<typeof tools.list>>(call, 'tool.list')
  return (found?.tools ?? [])
    .filter(({ missing_secrets: missing }) => missing.length > 0)
    .map(({ name, missing_secrets: missing }) => ({
      kind: 'secret',
      title: `${name} needs ${missing.join(', ')}`,
      fix: shell`furrow secrets set ${missing[0] ?? ''}`,
      href: `/secrets?${new URLSearchParams({ need: missing[0] ?? '' })}`,
      target: missing[0] ?? '',
    }))
}

/** The newest run of each label; one that went well since needs nobody. */
async function failedRuns(call: Call): Promise<Need[]> {
  const found = await read<OutputOf<typeof runs.list>>(call, 'run.list')
  const seen = new Set<string>()
  const newest = (found?.runs ?? []).filter(({ label }) => !seen.has(label) && seen.add(label))
  const since = call.clock.now() - DAY_MS
  return newest
    .filter(({ status, ended_at }) => FAILED.includes(status) && Date.parse(ended_at ?? '') > since)
    .map(({ id, label, status }) => ({
      kind: 'failed',
      title: `${label} ${status.replaceAll('_', ' ')}`,
      fix: shell`furrow runs show ${id}`,
      href: `/runs/${id}`,
    }))
}

async function read<T>(call: Call, operation: string): Promise<T | undefined> {
  const outcome = await call.perform(operation, {})
  return outcome.ok ? (outcome.value as T) : undefined
}
