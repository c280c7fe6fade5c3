import { expect, test, vi } from 'vitest'
import { openLab } from '../lab.ts'
import { connectStdio, eras } from '../support/mcp.ts'

const CHANGE = { type: 'fix', size: 'small', description: 'Login redirects to the wrong page' }

test.each(eras)('what is open now is a prompt and a resource (%s)', async era => {
  await using lab = await openLab()
  await lab.call('change.start', CHANGE)
  await using mcp = await connectStdio(lab, { era })
  const { prompts } = await mcp.client.listPrompts()
  const { resources } = await mcp.client.listResources()
  expect(prompts.slice(0, 3).map(({ name }) => name)).toEqual(['active-change', 'exploration-brief', 'next-step'])
  const uris = ['furrow://changes/active', 'furrow://explorations/brief', 'furrow://next']
  expect(resources.slice(0, 3).map(({ uri }) => uri)).toEqual(uris)
  const prompt = await mcp.client.getPrompt({ name: 'active-change' })
  const [read] = (await mcp.client.readResource({ uri: 'furrow://changes/active' })).contents
  const text = read !== undefined && 'text' in read ? read.text : ''
  expect(text).toContain('sdd_change_advance {"stage":"describe"} with content')
  expect(text).not.toContain('`furrow ')
  expect(prompt.messages[0]?.content).toEqual({ type: 'text', text })
})

test.each(eras)('the brief of an open exploration can be read, and a guide as well (%s)', async era => {
  await using lab = await openLab()
  await lab.call('exploration.start', { title: 'Which provider?' })
  await using mcp = await connectStdio(lab, { era })
  const { messages } = await mcp.client.getPrompt({ name: 'exploration-brief' })
  expect(JSON.stringify(messages)).toContain('Which provider?')
  const guide = await mcp.client.readResource({ uri: 'furrow://guides/explore' })
  expect(JSON.stringify(guide.contents)).toContain('sdd_explore')
})

test.each(eras)('where nothing is open, a prompt says how to begin and a resource is not found (%s)', async era => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era })
  const { messages } = await mcp.client.getPrompt({ name: 'active-change' })
  expect(JSON.stringify(messages)).toContain('Fix: ')
  await expect(mcp.client.readResource({ uri: 'furrow://changes/active' })).rejects.toThrow()
  await expect(mcp.client.readResource({ uri: 'furrow://nothing' })).rejects.toThrow('There is no resource')
})

test('a client that subscribed hears of every change, until it unsubscribes', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const heard: string[] = []
  mcp.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri)
  })
  const uri = 'furrow://changes/active'
  await mcp.client.subscribeResource({ uri })
  await lab.call('change.start', CHANGE)
  await vi.waitFor(() => expect(heard).toContain(uri), { timeout: 30_000 })
  await mcp.client.unsubscribeResource({ uri })
  await expect(mcp.client.subscribeResource({ uri: 'furrow://nothing' })).rejects.toThrow('There is no resource')
  expect(mcp.complaints()).toBe('')
})
