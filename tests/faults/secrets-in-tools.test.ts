import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import type { Lab } from '../lab.ts'
import { furrow } from '../support/furrow.ts'
import { connectStdio } from '../support/mcp.ts'
import { fortySecrets } from '../support/secrets.ts'
import { filesBelow, formsOf, leaksIn, ways } from '../support/sinks.ts'
import { endOf, trustedTool } from '../support/tools.ts'
import { figure } from './figures.ts'

const secrets = fortySecrets()

/** Says everything in every way that the protocol has: text, log, progress, attachment, unknown event, result. */
const TELLTALE = `
  const tell = (value: unknown) => process.stdout.write(JSON.stringify(value) + '\\n')
  const lines = fs.readFileSync(input.from, 'utf8').split('\\u0001')
  for (const line of lines) {
    console.log(line)
    console.error(line)
    tell({ type: 'log', level: 'stdout', line })
    tell({ type: 'progress', message: line, percent: 1 })
  }
  // As it is: what is encoded twice is not looked for.
  for (const { env_var } of meta.secrets) tell({ type: 'mystery', line: process.env[env_var] })
  const all = lines.join('\\n')
  tell({ type: 'attachment', kind: all.slice(0, 80), name: 'all.txt', base64: Buffer.from(all).toString('base64') })
  const bytes = meta.secrets.map(({ env_var }) => Array.from(Buffer.from(process.env[env_var] ?? '')))
  const data = input.large ? { all, lines, bytes } : { lines: lines.filter(line => line.length < 300), bytes }
  tell({ type: 'result', ok: false, error: all.slice(0, 5000), data })`

test('X9 forty secrets that a tool was granted reach no sink, however it tells them', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  using told = toldSecrets()
  const declared = secrets.map(({ name }) => ({ env_var: name, description: name, required: true }))
  await trustedTool(lab, 'telltale', { streaming: true, secrets: declared }, TELLTALE)
  for (const { name, value } of secrets) {
    await lab.call('secrets.set', { name, value })
    await lab.call('secrets.grant', { name, tool: 'telltale' })
  }
  const progress: string[] = []
  const overMcp = await callOverMcp(lab, told.file, progress)
  const started = await http.ask('POST', '/api/tools/telltale/run', {
    input: { from: told.file, large: true },
  })
  const { interaction_id: id } = (await started.json()) as { interaction_id: string }
  await endOf(lab, 'telltale', id)
  const sinks: Record<string, string> = {
    'MCP answer': JSON.stringify(overMcp),
    'MCP progress': progress.join('\n'),
    interaction: JSON.stringify(await lab.call('tool.interaction', { name: 'telltale', id })),
    interactions: JSON.stringify(await lab.call('tool.interactions', { name: 'telltale' })),
    tool: JSON.stringify(await lab.call('tool.info', { name: 'telltale' })),
    'command line': JSON.stringify(await furrow(lab, 'tool', 'show', 'telltale', id)),
    'event stream': await (await http.ask('GET', `/api/interactions/${id}/events`)).text(),
    attachment: await (await http.ask('GET', `/api/runs/${id}/attachments/all.txt`)).text(),
    log: JSON.stringify(await lab.call('store.log', {})),
    'server log': http.log.join('\n'),
    ...filesBelow(path.dirname(lab.root)),
  }
  figure(
    'X9',
    'secrets of a tool x encodings x sinks, found',
    `${secrets.length} x ${ways.length} x ${Object.keys(sinks).length}, 0`,
  )
  expect(sinks['event stream']).toContain('***')
  expect(sinks['attachment']).toContain('***')
  expect(sinks['MCP answer']).toContain('***')
  expect(progress.length).toBeGreaterThan(0)
  const spooled = Object.keys(sinks).filter(name => name.endsWith('attachments/result.json'))
  expect(spooled).toHaveLength(1)
  expect(JSON.parse(sinks[spooled[0] ?? ''] ?? '')).toMatchObject({ data: { bytes: secrets.map(() => '***') } })
  expect(Object.keys(sinks).filter(name => name.includes('.sdlc/tool-interactions/telltale/')).length).toBeGreaterThan(
    4,
  )
  expect(leaksIn(secrets, sinks)).toEqual([])
  expect(leaksIn(secrets, { planted: told.text })).not.toEqual([])
})

/** Outside of everything that is searched. */
function toldSecrets(): Disposable & { readonly file: string; readonly text: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-told-'))
  const file = path.join(folder, 'told')
  const text = secrets.flatMap(({ value }) => formsOf(value).map(({ text }) => text)).join('\u0001')
  fs.writeFileSync(file, text)
  return { file, text, [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true }) }
}

async function callOverMcp(lab: Lab, from: string, progress: string[]): Promise<unknown> {
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  return await mcp.client.callTool(
    { name: 'tool_telltale', arguments: { from, wait: 300 } },
    { onprogress: step => void progress.push(String(step.message)) },
  )
}
