import type { CallToolResult } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { groupTools, isGrouped, type ToolGroup } from '../../src/doors/mcp/tools/tools.ts'
import { openLab, testManifest } from '../lab.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'

interface Fix {
  readonly name: string
  readonly arguments: Record<string, unknown>
  readonly needs?: readonly string[]
}

const { operations } = await testManifest()
const grouped = [...groupTools(operations).values()].filter(({ verbs }) => isGrouped(verbs))

/** The call itself, also where `furrow_tools` leads to it. */
function fixIn(result: CallToolResult): Fix | undefined {
  const { error } = (result.structuredContent ?? {}) as { error?: { fix_tool?: Fix } }
  const fix = error?.fix_tool
  const inner = fix?.arguments['arguments']
  if (fix === undefined || fix.name !== 'furrow_tools' || inner === undefined) return fix
  return { ...fix, name: String(fix.arguments['name']), arguments: inner as Record<string, unknown> }
}

async function call({ client }: Connected, name: string, given: Record<string, unknown>) {
  return (await client.callTool({ name: 'furrow_tools', arguments: { name, arguments: given } })) as CallToolResult
}

/** What a fix says for the caller, who has said nothing yet. */
async function faultsOf(mcp: Connected, { name, verbs }: ToolGroup): Promise<string[]> {
  const hasDefault = verbs.some(({ mount }) => mount.otherwise === true)
  const faults: string[] = []
  for (const action of [undefined, ...verbs.map(({ mount }) => mount.action)]) {
    const fix = fixIn(await call(mcp, name, action === undefined ? {} : { action }))
    if (fix === undefined || fix.name === 'furrow_tools') continue
    const { action: chosen, ...given } = fix.arguments
    const isChosen = action === undefined && !hasDefault && (chosen !== undefined || !fix.needs?.includes('action'))
    if (isChosen || Object.keys(given).length > 0) faults.push(`${name} ${action ?? '{}'}: ${JSON.stringify(fix)}`)
  }
  return faults
}

test('a fix of a call that says nothing says nothing for the caller', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const faults: string[] = []
  for (const group of grouped) faults.push(...(await faultsOf(mcp, group)))
  expect(faults).toEqual([])
})

test('a tool without a default action needs one, and keeps what was said', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const fix = fixIn(await call(mcp, 'exploration_advance', { reason: 'Bought instead.' }))
  expect(fix).toEqual({ name: 'exploration_advance', arguments: { reason: 'Bought instead.' }, needs: ['action'] })
})

test('a document of a kind that the state does not take is fixed by another kind', async () => {
  await using lab = await openLab()
  await lab.call('exploration.start', { title: 'Caching' })
  await lab.call('exploration.task_create', { name: 'Stores' })
  lab.write('.sow/project/findings/x.md', '# Stores\n\nThere are two.\n')
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const given = { action: 'artifact_add', path: 'findings/x.md', task: '001' }
  const fix = fixIn(await call(mcp, 'exploration', { ...given, kind: 'findings' }))
  expect(fix).toEqual({ name: 'exploration', arguments: given, needs: ['kind'] })
  expect((await call(mcp, 'exploration', { ...fix?.arguments, kind: 'finding' })).isError).not.toBe(true)
})
