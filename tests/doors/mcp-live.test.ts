import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Progress } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { bin, type Lab, openLab, person } from '../lab.ts'
import { bundle } from '../support/bundle.ts'
import { connectHttp, connectStdio, eras, serveLab } from '../support/mcp.ts'
import { serveBuilt } from '../support/serve.ts'
import { bareTool, writeTool } from '../support/tools.ts'

const GATES = `gates:
  - name: hello
    command: echo one && echo two
  - name: slow
    command: echo started && sleep 60
`

async function trustedLab(): Promise<Lab> {
  const lab = await openLab()
  lab.write('.sdlc/config.yaml', GATES)
  await trust(lab)
  return lab
}

/** A person looks at what would be executed, then says yes. */
async function trust(lab: Lab): Promise<void> {
  await lab.call('trust.status', {}, person)
  await lab.call('trust.grant', {}, person)
}

describe.each(eras)('a client of %s', era => {
  test('sees the repository’s own tools in all, and calls them also when they are not listed', async () => {
    await using lab = await trustedLab()
    await using all = await connectStdio(lab, { era, args: ['--tools', 'all'] })
    const { tools } = await all.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['gate_hello', 'gate_slow']))
    await using core = await connectStdio(lab, { era })
    expect((await core.client.listTools()).tools.map(({ name }) => name)).not.toContain('gate_hello')
    const result = await core.client.callTool({ name: 'gate_hello', arguments: {} })
    expect(result.structuredContent).toMatchObject({
      kind: 'gate',
      status: 'succeeded',
      tail: [{ text: 'one' }, { text: 'two' }],
    })
  })

  test.each(['stdio', 'http'])('is told over %s when the list of tools changes', async wire => {
    await using lab = await openLab()
    lab.write('.sdlc/config.yaml', GATES)
    const lists: string[][] = []
    const onChanged = (_error: unknown, tools: { name: string }[] | null) =>
      void lists.push((tools ?? []).map(({ name }) => name))
    const options = { era, args: ['--tools', 'all'], client: { listChanged: { tools: { onChanged } } } }
    await using server = await serveLab(lab)
    await using mcp = await (wire === 'stdio' ? connectStdio(lab, options) : connectHttp(lab, server, options))
    const { tools } = await mcp.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('gate_hello')
    await trust(lab)
    await expect.poll(() => lists.at(-1) ?? [], { timeout: 20_000 }).toContain('gate_hello')
  })

  test.each(['stdio', 'http'])('is told over %s when somebody edits a tool that is followed', async wire => {
    await using lab = await openLab()
    const lists: string[][] = []
    const onChanged = (_error: unknown, tools: { name: string }[] | null) =>
      void lists.push((tools ?? []).map(({ name }) => name))
    const options = { era, args: ['--tools', 'all'], client: { listChanged: { tools: { onChanged } } } }
    lab.write('.sdlc/tools/.gitkeep', '')
    await lab.call('trust.grant', { follow: '.sdlc/tools' })
    await using server = await serveLab(lab)
    await using mcp = await (wire === 'stdio' ? connectStdio(lab, options) : connectHttp(lab, server, options))
    expect((await mcp.client.listTools()).tools.map(({ name }) => name)).not.toContain('tool_greet')
    writeTool(lab, 'greet', bareTool({}, 'print({ ok: true })'))
    await expect.poll(() => lists.at(-1) ?? [], { timeout: 20_000 }).toContain('tool_greet')
    fs.rmSync(path.join(lab.root, '.sdlc/tools/greet'), { recursive: true })
    await expect.poll(() => lists.at(-1) ?? ['tool_greet'], { timeout: 20_000 }).not.toContain('tool_greet')
  })

  test.each(['stdio', 'http'])('follows a run over %s and cancels it', async wire => {
    await using lab = await trustedLab()
    await using server = await serveLab(lab)
    await using mcp = await (wire === 'stdio' ? connectStdio(lab, { era }) : connectHttp(lab, server, { era }))
    const leave = new AbortController()
    const steps: Progress[] = []
    const onprogress = (step: Progress) => {
      steps.push(step)
      leave.abort()
    }
    const called = mcp.client.callTool({ name: 'gate_slow', arguments: {} }, { signal: leave.signal, onprogress })
    await expect(called).rejects.toThrow()
    expect(steps[0]?.message).toBe('started')
    await expect
      .poll(async () => (await lab.call('run.list', {})).runs[0]?.status, { timeout: 20_000 })
      .toBe('cancelled')
  })

  test('is asked to show a person the page, and the waiting call says what the person decided', async () => {
    await using lab = await openLab()
    await using served = await serveBuilt(lab)
    const asked: { url?: string; mode?: string }[] = []
    await using mcp = await connectStdio(lab, { era, client: { capabilities: { elicitation: { url: {} } } } })
    mcp.client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as { url?: string; mode?: string })
      await lab.call('trust.status', {}, person)
      await lab.call('request.confirm', { id: String(asked[0]?.url).split('/').at(-1) ?? '' }, person)
      return { action: 'accept' }
    })
    lab.write('.sdlc/config.yaml', GATES)
    const result = await mcp.client.callTool({ name: 'furrow_trust', arguments: { action: 'grant' } })
    expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining(`${served.address}/confirm/`) }])
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'A person confirmed trust.grant.' }],
      structuredContent: { request: { operation: 'trust.grant', status: 'confirmed' } },
    })
    expect((await lab.call('trust.status', {})).trusted).toBe(true)
  })

  test('is told when the person said no', async () => {
    await using lab = await openLab()
    await using _served = await serveBuilt(lab)
    await using mcp = await connectStdio(lab, { era, client: { capabilities: { elicitation: { url: {} } } } })
    mcp.client.setRequestHandler('elicitation/create', async ({ params }) => {
      const id =
        String((params as { url?: string }).url)
          .split('/')
          .at(-1) ?? ''
      await lab.call('request.dismiss', { id }, person)
      return { action: 'accept' }
    })
    const result = await mcp.client.callTool({ name: 'furrow_trust', arguments: { action: 'grant' } })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } })
  })

  test('that cannot show a page gets the address and the command', async () => {
    await using lab = await openLab()
    await using served = await serveBuilt(lab)
    await using mcp = await connectStdio(lab, { era })
    const result = await mcp.client.callTool({ name: 'furrow_trust', arguments: { action: 'grant' } })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'needs_person' } } })
    const [content] = result.content as { text: string }[]
    expect(content?.text).toContain('For a person: furrow trust')
    expect(content?.text).toContain(`${served.address}/confirm/`)
  })

  test('works where --workspace says', async () => {
    await using lab = await openLab()
    await using other = await openLab()
    await using mcp = await connectStdio(lab, { era, args: ['--workspace', other.root] })
    const result = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
    expect(result.structuredContent).toMatchObject({ workspace: { root: other.root } })
  })
})

test('a client of 2025-11-25 with roots works in its first folder, and without an answer where it was started', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  const capabilities = { roots: {} }
  {
    await using mcp = await connectStdio(lab, { era: '2025-11-25', client: { capabilities } })
    const uri = pathToFileURL(other.root).href
    mcp.client.setRequestHandler('roots/list', () => ({ roots: [{ uri }] }))
    const result = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
    expect(result.structuredContent).toMatchObject({ workspace: { root: other.root } })
  }
  await using mcp = await connectStdio(lab, { era: '2025-11-25', client: { capabilities } })
  mcp.client.setRequestHandler('roots/list', () => {
    throw new Error('no')
  })
  const result = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
  expect(result.structuredContent).toMatchObject({ workspace: { root: lab.root } })
})

test('a client that moves its roots works in the new folder', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  let root = lab.root
  await using mcp = await connectStdio(lab, {
    era: '2025-11-25',
    client: { capabilities: { roots: { listChanged: true } } },
  })
  mcp.client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(root).href }] }))
  const where = async () => {
    const { structuredContent } = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
    return (structuredContent as { workspace: { root: string } }).workspace.root
  }
  expect(await where()).toBe(lab.root)
  root = other.root
  await mcp.client.sendRootsListChanged()
  expect(await where()).toBe(other.root)
})

test('an agent that Furrow started is known by its run', async () => {
  await using lab = await openLab()
  const env = { ...lab.env, FURROW_RUN_ID: '20260102-101500-a1b' }
  await using mcp = await connectStdio({ ...lab, env }, { era: '2025-11-25' })
  await mcp.client.callTool({
    name: 'furrow_config',
    arguments: { action: 'set', key: 'project.name', value: 'apple' },
  })
  const { entries } = await lab.call('store.log', {})
  expect(entries[0]?.actor.id).toBe('run:20260102-101500-a1b')
})

test('a workspace that is not there fails the call and not the connection', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--workspace', path.join(lab.root, 'gone')] })
  expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(0)
  const result = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } })
})

test.each(['end of input', 'SIGTERM'])('the server ends at the %s, without a sound and without a trace', async how => {
  await using lab = await openLab()
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: lab.root, env: lab.env })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const clientInfo = { name: 'raw', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
  await expect.poll(() => lab.app.store.leases.alive('mcp').length, { timeout: 20_000 }).toBe(1)
  if (how === 'SIGTERM') child.kill('SIGTERM')
  else child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(said).toBe('')
  expect(lab.app.store.leases.all('mcp')).toEqual([])
})

test('what is asked right before the end of input is still answered', async () => {
  await using lab = await openLab()
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: lab.root, env: lab.env })
  const clientInfo = { name: 'raw', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'furrow_status', arguments: {} } },
  ]
  child.stdin.end(messages.map(message => `${JSON.stringify(message)}\n`).join(''))
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  await once(child, 'close')
  const answers = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { id: number; result: object })
  expect(answers.map(({ id }) => id)).toEqual([1, 2])
})

test('whatever prints, only the protocol is on standard output', async () => {
  await using lab = await openLab()
  const script = path.join(lab.root, 'script.ts')
  const source = path.resolve('src/doors/mcp/wire/stdout.ts')
  fs.writeFileSync(
    script,
    `import { claimStdout } from ${JSON.stringify(source)}
    const output = claimStdout()
    console.log('log'); console.info('info'); console.debug('debug'); console.table([1]); console.dir({ a: 1 })
    process.stdout.write('stray')
    output.write('{}\\n', () => process.exit(0))`,
  )
  const child = spawn(process.execPath, [await bundle(script, lab.root)])
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  await once(child, 'close')
  expect(out).toBe('{}\n')
})
