import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { approve, CLAUDE_CODE, claudeApproval, openClient } from '../support/clients.ts'
import { type FakeModel, fakeModel, type Says } from '../support/fake-model.ts'

// Claude Code itself, with a model that is a few lines of this test: what its hooks are told reaches the model.

async function session(lab: Lab, says: readonly Says[]): Promise<FakeModel> {
  const model = await fakeModel(says)
  const claude = await openClient(lab, CLAUDE_CODE)
  approve(lab, claudeApproval(lab))
  await claude(['-p', 'Do it', '--permission-mode', 'acceptEdits'], {
    ANTHROPIC_BASE_URL: model.address,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
  return model
}

function writing(lab: Lab): Says {
  return { tool: 'Write', input: { file_path: path.join(lab.root, 'a.txt'), content: 'hello' } }
}

test('Claude Code begins with the open work, and is kept from an edit without a change', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['claude-code'], hooks: true })
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  await using model = await session(lab, [writing(lab), { text: 'I may not.' }])
  expect(model.asked[0]).toContain('Furrow keeps the work of')
  expect(model.asked[1]).toContain('No change is active here')
  expect(fs.existsSync(path.join(lab.root, 'a.txt'))).toBe(false)
})

test('Claude Code edits during a change, and is told once that done needs proof', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['claude-code'], hooks: true })
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\nhooks:\n  edit: block\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Login redirect' })
  await using model = await session(lab, [writing(lab), { text: 'All done.' }, { text: 'I wait for you.' }])
  expect(lab.read('a.txt')).toBe('hello')
  expect(model.asked[0]).toContain('login-redirect')
  expect(model.asked).toHaveLength(3)
  expect(model.asked[2]).toContain('has no proof yet')
})
