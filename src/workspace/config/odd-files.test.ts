import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

/** What `furrow init` and the settings read; each would hold a reader up for good. */
const ASKED = [
  ['config.list', {}],
  ['doctor.check', {}],
  ['workspace.init', { dry_run: true }],
  ['workspace.status', {}],
] as const
const READ = ['.sdlc/config.yaml', '.mcp.json', 'AGENTS.md', 'CLAUDE.md']

test.each(READ)('a pipe in place of %s holds nobody up, and is named', async file => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, '.sdlc'), { recursive: true })
  execFileSync('mkfifo', [path.join(lab.root, file)])
  const said: string[] = []
  for (const [name, input] of ASKED) {
    const outcome = await lab.app.call(name, input, { actor: PERSON })
    said.push(
      ...(JSON.stringify(outcome.ok ? outcome.value : outcome.error).match(/[^"]*a pipe or a device is in the way/g) ??
        []),
    )
  }
  expect(said.some(line => line.includes(`${file}: `))).toBe(true)
})

test('a device in place of the settings is not read', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, '.sdlc'), { recursive: true })
  fs.symlinkSync('/dev/zero', path.join(lab.root, '.sdlc/config.yaml'))
  expect(await lab.refusal('config.list', {})).toMatchObject({ target: '.sdlc/config.yaml' })
})

test.each(['.sdlc/config.yaml', '.sdlc'])(
  'settings are not read through %s when it leads out of the project',
  async link => {
    await using lab = await openLab()
    const outside = path.join(path.dirname(lab.root), 'private')
    fs.mkdirSync(outside)
    fs.writeFileSync(path.join(outside, 'config.yaml'), 'github.com: { oauth_token: CANARY }\n')
    const target = link === '.sdlc' ? outside : path.join(outside, 'config.yaml')
    fs.rmSync(path.join(lab.root, link), { recursive: true, force: true })
    fs.mkdirSync(path.dirname(path.join(lab.root, link)), { recursive: true })
    fs.symlinkSync(target, path.join(lab.root, link))
    for (const name of ['config.list', 'doctor.check']) {
      const outcome = await lab.app.call(name, {}, { actor: PERSON })
      expect(JSON.stringify(outcome.ok ? outcome.value : outcome.error)).not.toContain('oauth_token')
    }
  },
)

const PERSON = { kind: 'person', id: 'person', door: 'cli' } as const
