import { describe, expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { type Connected, connectHttp, connectStdio, type Era, eras, serveLab } from '../support/mcp.ts'

interface Way {
  readonly over: string
  readonly era: Era
  connect(lab: Lab, options?: { args?: readonly string[] }): Promise<Connected>
}

const ways: Way[] = eras.flatMap(era => [
  { over: 'stdio', era, connect: (lab, options) => connectStdio(lab, { era, ...options }) },
  {
    over: 'http',
    era,
    async connect(lab, options) {
      const server = await serveLab(lab)
      const made = await connectHttp(lab, server, { era, ...options })
      return {
        ...made,
        async [Symbol.asyncDispose]() {
          await made[Symbol.asyncDispose]()
          await server[Symbol.asyncDispose]()
        },
      }
    },
  },
])

describe.each(ways)('MCP over $over, $era', ({ connect }) => {
  test('the official client sees who serves, what for, and the core tools', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const { tools } = await mcp.client.listTools()
    expect(mcp.client.getServerVersion()).toMatchObject({ name: 'furrow', version: lab.app.manifest.version })
    expect(mcp.client.getInstructions()).toContain('furrow_status')
    expect(tools.map(tool => tool.name)).toEqual(expect.arrayContaining(['furrow_status', 'sdd_guide']))
    expect(tools.every(tool => tool.outputSchema === undefined)).toBe(true)
  })

  test('a call answers with markdown and the same value that the core gives', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const result = await mcp.client.callTool({ name: 'sdd_guide', arguments: { name: 'working-with-furrow' } })
    const same = await lab.call('guide.show', { name: 'working-with-furrow' })
    expect(result.structuredContent).toEqual(same)
    expect(result.content).toEqual([{ type: 'text', text: same.text }])
    expect(result.isError).not.toBe(true)
  })

  test('with all tools, structured content holds to the output schemas that are sent', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab, { args: ['--tools', 'all'] })
    const { tools } = await mcp.client.listTools()
    expect(tools.find(tool => tool.name === 'furrow_status')?.outputSchema).toMatchObject({ type: 'object' })
    const result = await mcp.client.callTool({ name: 'furrow_status', arguments: {} })
    expect(result.structuredContent).toMatchObject({ workspace: { root: lab.root } })
  })

  test('a refusal is an error result with the code and the tool call that fixes it', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const result = await mcp.client.callTool({ name: 'sdd_guide', arguments: { name: 'nowhere' } })
    const { fix: _, ...error } = await lab.refusal('guide.show', { name: 'nowhere' })
    const fix_tool = { name: 'sdd_guide', arguments: {} }
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { ...error, fix_tool } } })
    expect(result.content).toEqual([{ type: 'text', text: 'not_found: There is no guide nowhere.\nFix: sdd_guide {}' }])
    expect((await mcp.client.callTool(fix_tool)).isError).not.toBe(true)
  })

  test('furrow_tools lists, shows and calls what has no place on the default list', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const call = async (given: Record<string, unknown>) =>
      mcp.client.callTool({ name: 'furrow_tools', arguments: given })
    const { tools } = (await call({})).structuredContent as { tools: { name: string }[] }
    const listed = (await mcp.client.listTools()).tools.map(({ name }) => name)
    expect(tools.map(({ name }) => name)).toContain('furrow_log')
    expect(tools.filter(({ name }) => listed.includes(name))).toEqual([])
    const shown = await call({ name: 'furrow_log' })
    expect(shown.structuredContent).toMatchObject({ tool: { inputSchema: { properties: { action: {} } } } })
    const [direct, through] = [
      await mcp.client.callTool({ name: 'furrow_log', arguments: { action: 'list' } }),
      await call({ name: 'furrow_log', arguments: { action: 'list' } }),
    ]
    expect(through).toEqual(direct)
    expect((await call({ name: 'furrow_log', action: 'list' })).isError).toBe(true)
    for (const unknown of [await call({ name: 'memory_sav' }), await call({ name: 'memory_sav', arguments: {} })])
      expect(unknown).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'not_found', fix_tool: { name: 'furrow_tools', arguments: {} } } },
      })
  })

  test('an unknown action is answered with the call that lacks one, and no other is chosen for the agent', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const result = await mcp.client.callTool({ name: 'exploration', arguments: { action: 'burn' } })
    const { error } = result.structuredContent as { error: { fix_tool: object } }
    expect(error.fix_tool).toEqual({ name: 'exploration', arguments: {}, needs: ['action'] })
  })

  test('the names of the seeds are second names of the same', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const [first, second] = [
      await mcp.client.callTool({ name: 'sdd_spec', arguments: {} }),
      await mcp.client.callTool({ name: 'sdd_get_context', arguments: {} }),
    ]
    expect(second).toEqual(first)
  })

  test('a tool outside the profile is not listed and can be called', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const { tools } = await mcp.client.listTools()
    expect(tools.map(tool => tool.name)).not.toContain('furrow_log')
    const result = await mcp.client.callTool({ name: 'furrow_log', arguments: { action: 'list' } })
    expect(result.isError).not.toBe(true)
  })

  test('a grouped tool changes something by its action, in the name of the client', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const set = await mcp.client.callTool({
      name: 'furrow_config',
      arguments: { action: 'set', key: 'project.name', value: 'apple' },
    })
    expect(set.isError, JSON.stringify(set)).not.toBe(true)
    const { entries } = await lab.call('store.log', {})
    expect(entries[0]?.actor).toEqual({ kind: 'agent', id: 'test-client', door: 'mcp' })
  })

  test('an operation id in _meta makes a retry apply once', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const ask = () =>
      mcp.client.callTool({
        name: 'furrow_config',
        arguments: { action: 'set', key: 'project.name', value: 'pear' },
        _meta: { 'furrow/operation-id': 'retry-1' },
      })
    await ask()
    await ask()
    const { entries } = await lab.call('store.log', {})
    expect(entries.map(({ id }) => id)).toEqual(['retry-1'])
  })

  test('an unknown tool and an unknown action are told apart', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    await expect(mcp.client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    const result = await mcp.client.callTool({ name: 'furrow_log', arguments: { action: 'burn' } })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'usage', target: 'action' } } })
  })

  test('a guide is a prompt and a resource, and the instructions are neither', async () => {
    await using lab = await openLab()
    await using mcp = await connect(lab)
    const [{ prompts }, { resources }] = [await mcp.client.listPrompts(), await mcp.client.listResources()]
    expect(prompts.map(({ name }) => name)).toContain('working-with-furrow')
    expect(prompts.map(({ name }) => name)).not.toContain('instructions')
    expect(resources.map(({ uri }) => uri)).toContain('furrow://guides/working-with-furrow')
    const { text } = await lab.call('guide.show', { name: 'working-with-furrow' })
    const prompt = await mcp.client.getPrompt({ name: 'working-with-furrow' })
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text } }])
    const read = await mcp.client.readResource({ uri: 'furrow://guides/working-with-furrow' })
    expect(read.contents).toEqual([{ uri: 'furrow://guides/working-with-furrow', mimeType: 'text/markdown', text }])
    await expect(mcp.client.readResource({ uri: 'furrow://guides/none' })).rejects.toMatchObject({ code: -32602 })
  })

  test('a client that asked for something is shown as connected until it leaves', async () => {
    await using lab = await openLab()
    {
      await using mcp = await connect(lab)
      await mcp.client.listTools()
      await expect
        .poll(async () => (await lab.call('workspace.status', {})).connected)
        .toMatchObject([{ client: 'Test Client' }])
    }
    await expect.poll(async () => (await lab.call('workspace.status', {})).connected).toEqual([])
  })
})
