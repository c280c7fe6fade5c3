import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'

function writeWipe(lab: Lab): void {
  const code = "fs.appendFileSync('wiped.txt', 'x')\nprint({ ok: true })"
  writeTool(lab, 'wipe', bareTool({ effect: 'destructive', display_name: 'Wipe' }, code))
  lab.write('.sdlc/tools/wipe/tests/a.json', JSON.stringify({ name: 'a', input: {} }))
}

test('the tests of a destructive tool run once a person confirmed, and for no agent', async () => {
  await using lab = await openLab()
  writeWipe(lab)
  await trust(lab)
  const isWiped = () => fs.existsSync(path.join(lab.root, 'wiped.txt'))
  const no = await runTty(lab, ['tool', 'test', 'wipe'], { watch: answering(['Go on?', 'n']) })
  expect([no.stdout, isWiped()]).toEqual([expect.stringContaining('Nothing was done.'), false])
  const unattended = await lab.refusal('tool.test', { name: 'wipe' }, person)
  expect(unattended).toMatchObject({ code: 'blocked', fix: 'furrow tool test wipe --confirmed' })
  for (const confirmed of [false, true])
    expect(await lab.refusal('tool.test', { name: 'wipe', confirmed }, agent)).toMatchObject({ code: 'needs_person' })
  expect(isWiped()).toBe(false)
  const yes = await runTty(lab, ['tool', 'test', 'wipe'], { watch: answering(['Go on?', 'y']) })
  expect([yes.code, isWiped()]).toEqual([0, true])
})

test('an untrusted tool is refused as at every other door, and another refusal is named with its code', async () => {
  await using lab = await openLab()
  writeWipe(lab)
  expect(await runCli(lab, ['tool', 'test', 'wipe'])).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('untrusted'),
  })
  const secrets = [{ env_var: 'TEST_KEY', description: 'k', required: true }]
  writeTool(lab, 'keyed', bareTool({ secrets }, 'print({ ok: true })'))
  lab.write('.sdlc/tools/keyed/tests/a.json', JSON.stringify({ name: 'a', input: {} }))
  await trust(lab)
  const refused = await lab.refusal('tool.test', { name: 'keyed' }, person)
  expect(refused.message).toContain('missing_secrets: Secrets required: TEST_KEY')
})
