import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHANGE_SIZES, CHANGE_TYPES, flowFor } from '../../src/changes/flows.ts'
import type { ChangeView, NextStep } from '../../src/changes/model.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { shellTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'

const flows = CHANGE_TYPES.flatMap(type => CHANGE_SIZES.map(size => ({ type, size, flow: flowFor(type, size) ?? [] })))
/** The stages, and the move to the history; the context check comes with the first stage. */
const stepsOf = (flow: readonly string[]) => flow.length + 1

describe.each(flows)('$type, $size', ({ type, size, flow }) => {
  test('an agent that follows the next step of every answer comes to the end of it', async () => {
    await using lab = await openLab()
    await using mcp = await connectStdio(lab, { era: '2025-11-25' })
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await mcp.client.callTool({ name, arguments: args })
      expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true)
      return answer.structuredContent as { next: NextStep }
    }
    let { next } = await call('sdd_change', { type, size, description: 'New login' })
    for (let step = 0; step < stepsOf(flow); step += 1)
      ({ next } = await call(next.tool.name, { ...next.tool.arguments, ...textsFor(next) }))
    expect(next.tool).toEqual({ name: 'sdd_change_manage', arguments: { action: 'list', history: true } })
    await call(next.tool.name, next.tool.arguments)
    await isWhole(lab, flow)
  })

  test('a person who types the next command of every answer comes to the end of it', async () => {
    await using lab = await openLab()
    const type_ = typistIn(lab)
    await type_(`furrow change start "New login" --type ${type} --size ${size}`)
    for (let step = 0; step < stepsOf(flow); step += 1) {
      const { next } = await lab.call('change.status', { change_id: 'new-login' })
      const shown = await type_(next.needs === undefined ? next.command : `echo "Text." | ${next.command}`)
      const after = await lab.call('change.status', { change_id: 'new-login' })
      expect(shown).toContain(after.next.command)
    }
    const { next } = await lab.call('change.status', { change_id: 'new-login' })
    expect(await type_(next.command)).toContain('new-login')
    await isWhole(lab, flow)
  })
})

test('a verify that takes longer than an answer may take is called again, and picks up what ran', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: slow\n    command: sleep 48\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const call = async (name: string, args: Record<string, unknown>) =>
    (await mcp.client.callTool({ name, arguments: args })).structuredContent as ChangeView
  let { next } = await call('sdd_change', { type: 'fix', size: 'small', description: 'New login' })
  while (next.stage !== 'verify') ({ next } = await call(next.tool.name, { ...next.tool.arguments, ...textsFor(next) }))
  const first = await call(next.tool.name, { ...next.tool.arguments, ...textsFor(next) })
  expect(first).toMatchObject({ status: 'active', current_stage: 'verify', verifying: [{ name: 'slow' }] })
  const second = await call(first.next.tool.name, { ...first.next.tool.arguments, ...textsFor(first.next) })
  expect(second).toMatchObject({ status: 'completed', proof: { results: [{ run: first.verifying?.[0]?.run }] } })
})

function textsFor({ needs = [] }: NextStep): Record<string, string> {
  return Object.fromEntries(needs.map(name => [name, 'Text.']))
}

/** A shell at a terminal in which `furrow` is the built command. */
function typistIn(lab: Lab): (line: string) => Promise<string> {
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims)
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  return async line => {
    const { code, stdout } = await shellTty(lab, line, { env: { PATH: `${shims}:${lab.env['PATH']}` } })
    expect(code, `${line}\n${stdout}`).toBe(0)
    return stdout
  }
}

async function isWhole(lab: Lab, flow: readonly string[]): Promise<void> {
  const change: ChangeView = await lab.call('change.status', { change_id: 'new-login' })
  expect(change).toMatchObject({ status: 'archived', path: 'sdd/history/new-login' })
  expect(change.stages.map(({ name, status }) => [name, status])).toEqual(flow.map(name => [name, 'completed']))
  expect(lab.list('sdd/history/new-login')).toEqual(['change.json', ...flow.map(stage => `${stage}.md`)].sort())
}
