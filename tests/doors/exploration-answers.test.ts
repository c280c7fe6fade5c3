import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'

/** What a model reads, without what only a person can do: that has no tool. */
const FOR_PEOPLE = /`furrow (?:explore (?:share|research)|serve|ui|trust|identity)\b[^`]*`/g

function caller({ client }: Connected) {
  const faults: string[] = []
  const said: string[] = []
  const call = async (name: string, given: Record<string, unknown>) => {
    const result = await client.callTool({ name: 'furrow_tools', arguments: { name, arguments: given } })
    const [content] = result.content as { text?: string }[]
    const { brief } = (result.structuredContent ?? {}) as { brief?: string }
    for (const text of [content?.text ?? '', brief ?? '']) {
      said.push(text)
      for (const line of text.replaceAll(FOR_PEOPLE, '').split('\n'))
        if (/(?:^|[`(])furrow /.test(line) || /`--\w/.test(line)) faults.push(`${JSON.stringify(given)}: ${line}`)
    }
    return result
  }
  return { call, faults, said }
}

test.each(['exploration', 'standard', 'design', 'breakdown'])(
  'no answer about a project of type %s speaks of shell commands',
  async type => {
    await using lab = await openLab()
    await using mcp = await connectStdio(lab, { era: '2025-11-25' })
    const { call, faults, said } = caller(mcp)
    const look = async () => {
      for (const action of ['status', 'brief', 'advance', 'finish', 'task_list', 'artifact_list'])
        await call('exploration', { action })
      for (const action of ['brief', 'log', 'plan', 'list', 'check', 'graph'])
        await call('exploration_status', { action })
      await call('furrow_next', {})
    }
    await call('exploration', { action: 'start', title: 'How could we cache?', type })
    await look()
    await call('exploration', { action: 'task_create', name: 'Stores' })
    await look()
    lab.write('.sow/project/findings/x.md', '# Stores\n\nThere are two.\n')
    await call('exploration', { action: 'artifact_add', path: 'findings/x.md', task: '001', kind: 'finding' })
    await call('exploration', { action: 'note', text: 'Which one?', kind: 'question' })
    await call('exploration', { action: 'task_update', id: '001', status: 'completed', outcome: 'Two stores.' })
    await call('exploration', { action: 'advance' })
    await look()
    await call('exploration', { action: 'artifact_new', kind: 'summary' })
    await call('exploration', { action: 'complete' })
    await look()
    await call('exploration', { action: 'abandon', reason: 'Bought instead.' })
    await look()
    expect(faults).toEqual([])
    expect(said.join('\n')).toContain('exploration {')
  },
)

test('the brief names the next step as one call of a tool, and what has to be written', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const { call, said } = caller(mcp)
  await call('exploration', { action: 'start', title: 'How could we cache?' })
  expect(said[0]).toContain('- `exploration {"action":"task_create","name":"How could we cache?"}`')
  expect(said[0]).toContain('`exploration {"action":"abandon"} with reason`')
  expect(said[0]).toContain(said[1]?.trim() ?? '-')
})
