import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../../../tests/lab.ts'

async function agentsIn(lab: Lab) {
  const { findings } = await lab.call('doctor.check', {})
  return findings.filter(({ check }) => check === 'agents')
}

/** A lab whose PATH has nothing but what the test puts there, and git. */
async function openWithPath(make: (folder: string) => void): Promise<Lab> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'furrow-path-'))
  make(folder)
  const lab = await openLab()
  const { root, home } = lab
  await lab.app[Symbol.asyncDispose]()
  const { createApp } = await import('../../app/app.ts')
  const env = { ...lab.env, PATH: `${folder}:/usr/bin:/bin` }
  const app = createApp({ manifest: lab.app.manifest, root, env })
  const call: Lab['call'] = async (name, input, actor = { kind: 'person', id: 'person', door: 'cli' }) => {
    const outcome = await app.call(name, input, { actor })
    if (!outcome.ok) throw new Error(outcome.error.message)
    return outcome.value as never
  }
  return {
    ...lab,
    app,
    home,
    call,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      fs.rmSync(folder, { recursive: true, force: true })
      fs.rmSync(path.dirname(home), { recursive: true, force: true })
    },
  }
}

test('without a registration there is nothing to complain about', async () => {
  await using lab = await openLab()
  expect(await agentsIn(lab)).toMatchObject([{ level: 'ok' }])
})

test.each([
  ['a link, as npm makes it', (folder: string) => fs.symlinkSync(bin, path.join(folder, 'furrow'))],
  [
    'a small script, as other package managers make it',
    (folder: string) =>
      fs.writeFileSync(path.join(folder, 'furrow'), `#!/bin/sh\nexec node "${bin}" "$@"\n`, { mode: 0o755 }),
  ],
])('a registration that resolves to this install by %s is fine', async (_, make) => {
  await using lab = await openWithPath(make)
  await lab.call('workspace.init', { clients: ['claude-code'] })
  expect(await agentsIn(lab)).toMatchObject([{ level: 'ok', target: '.mcp.json' }])
})

test('another program of that name is told, and not started', async () => {
  await using lab = await openWithPath(folder =>
    fs.writeFileSync(path.join(folder, 'furrow'), `#!/bin/sh\ntouch ${folder}/started\n`, { mode: 0o755 }),
  )
  await lab.call('workspace.init', { clients: ['cursor'] })
  const [finding] = await agentsIn(lab)
  expect(finding).toMatchObject({ level: 'warning', target: '.cursor/mcp.json' })
  expect(finding?.message).toContain('is another install')
  expect(finding?.fix).toMatch(/^npm install --global /)
})

test('an absolute path that is gone is mended by setting up again', async () => {
  await using lab = await openLab()
  const file = path.join(path.dirname(lab.home), '.codeium/windsurf/mcp_config.json')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, '{"mcpServers":{"furrow":{"command":"/gone/furrow.cjs","args":["mcp"]}}}')
  expect(await agentsIn(lab)).toMatchObject([
    { level: 'warning', target: '~/.codeium/windsurf/mcp_config.json', fix: 'furrow init --clients windsurf --user' },
  ])
  await lab.call('workspace.init', { clients: ['windsurf'], user: true })
  expect(await agentsIn(lab)).toMatchObject([{ level: 'ok' }])
})

test('a damaged settings file is named with its line', async () => {
  await using lab = await openLab()
  lab.write('.gemini/settings.json', '{\n  "mcpServers": {\n')
  const [finding] = await agentsIn(lab)
  expect(finding).toMatchObject({ level: 'problem', target: '.gemini/settings.json' })
  expect(finding?.message).toMatch(/^\.gemini\/settings\.json:\d+ /)
})
