import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'

/** Slower than a command that does not wait for it. */
const SLOW = `
  print({ type: 'log', level: 'info', line: 'one of two' })
  await new Promise(resolve => setTimeout(resolve, 1500))
  fs.writeFileSync('done.txt', 'done')
  print({ type: 'result', ok: input.fails !== true, data: { said: 'after a while' } })
  process.exit(input.fails === true ? 3 : 0)`

const action = (id: string, input: object) => ({
  id,
  label: id,
  prompt_template: '',
  operation: { name: 'tool.run', input: { name: 'slow', input } },
})

async function chained(lab: Lab): Promise<string> {
  await trustedTool(lab, 'slow', { streaming: true }, SLOW)
  const actions = [action('go', {}), action('break', { fails: true })]
  await trustedTool(lab, 'chain', { result_actions: actions }, 'print({ ok: true, data: {} })')
  return (await runToEnd(lab, 'chain')).id
}

test('a follow-up that starts a run shows it and waits for it, like furrow run', async () => {
  await using lab = await openLab()
  const id = await chained(lab)
  const ran = await runCli(lab, ['tool', 'act', 'chain', id, 'go'])
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('after a while') })
  expect(ran.stderr).toContain('one of two')
  expect(lab.read('done.txt')).toBe('done')
  const { interactions } = await lab.call('tool.interactions', { name: 'slow' })
  expect(interactions.map(({ status }) => status)).toEqual(['succeeded'])
})

test('its failure is the exit code, and with --json one document holds both', async () => {
  await using lab = await openLab()
  const id = await chained(lab)
  expect(await runCli(lab, ['tool', 'act', 'chain', id, 'break'])).toMatchObject({ code: 1 })
  const ran = await runCli(lab, ['tool', 'act', 'chain', id, 'go', '--json'])
  expect(JSON.parse(ran.stdout)).toMatchObject({
    tool: 'chain',
    operation: { name: 'tool.run', result: { status: 'succeeded', data: { said: 'after a while' } } },
  })
})

test('a person who confirms what an agent asked for sees the run and waits for it', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'slow', { streaming: true, effect: 'destructive' }, SLOW)
  const ask = async (input: object) =>
    String((await lab.refusal('tool.run', { name: 'slow', input }, agent)).details?.['request'])
  const ran = await runTty(lab, ['request', 'confirm', await ask({})], { watch: answering(['Run the tool', 'y']) })
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('after a while')])
  expect(lab.read('done.txt')).toBe('done')
  const failing = await runTty(lab, ['request', 'confirm', await ask({ fails: true }), '--yes', '--json'])
  expect([failing.code, failing.stdout]).toEqual([1, expect.stringContaining('"ok": false')])
  const { interactions } = await lab.call('tool.interactions', { name: 'slow' })
  expect(interactions.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})
