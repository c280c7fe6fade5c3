import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { runToEnd, trust } from '../support/tools.ts'

test('quality-check runs the gates of the config at once, streams, and lists what they point at', async () => {
  await using lab = await openLab()
  const { error } = (await runToEnd(lab, 'quality-check')).result ?? {}
  expect(error).toContain('No gates are configured')
  const failing = `echo "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."; exit 2`
  lab.write(
    '.sdlc/config.yaml',
    `gates:\n  - { name: good, command: 'true' }\n  - name: types\n    command: ${JSON.stringify(failing)}\n`,
  )
  await trust(lab)
  const ran = await runToEnd(lab, 'quality-check')
  expect(ran).toMatchObject({ status: 'failed', streaming_log: expect.any(String) })
  expect(ran.result).toMatchObject({
    ok: false,
    error: 'types failed.',
    data: { status: 'failed', passed: 1, failed: 1, problems: [{ gate: 'types', file: 'src/a.ts', line: 3 }] },
  })
  const { result_actions: offered = [] } = await lab.call('tool.info', { name: 'quality-check' })
  expect(offered.map(({ label }) => label)).toEqual(['Fix Issues', 'Reconfigure'])
})
