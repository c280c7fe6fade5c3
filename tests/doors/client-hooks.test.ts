import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ClientId } from '../../src/flows/init/clients.ts'
import { type Lab, openLab } from '../lab.ts'
import { approve, CLAUDE_CODE, CODEX, claudeApproval, GEMINI, geminiApproval, openClient } from '../support/clients.ts'
import { type FakeModel, fakeModel, type Says } from '../support/fake-model.ts'

// The clients themselves, with a model that is a few lines of this test: what their hooks are told reaches the model.
type Session = (lab: Lab, says: readonly Says[]) => Promise<FakeModel>

const claude: Session = async (lab, says) => {
  const model = await fakeModel('anthropic', says)
  const run = await openClient(lab, CLAUDE_CODE)
  approve(lab, claudeApproval(lab))
  await run(['-p', 'Do it', '--permission-mode', 'acceptEdits'], {
    ANTHROPIC_BASE_URL: model.address,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
  return model
}

/** The person reviews hooks in Codex before they run; here the flag says that this was done. */
const codex: Session = async (lab, says) => {
  const model = await fakeModel('openai', says)
  const run = await openClient(lab, CODEX)
  const provider = `[model_providers.here]\nname = "here"\nbase_url = "${model.address}/v1"\nwire_api = "responses"\n`
  const config = `model = "gpt-5.1-codex"\nmodel_provider = "here"\n${provider}[projects."${lab.root}"]\ntrust_level = "trusted"\n`
  approve(lab, { '.codex/config.toml': config })
  await run(['exec', '--dangerously-bypass-hook-trust', '--sandbox', 'workspace-write', 'Do it'])
  return model
}

const gemini: Session = async (lab, says) => {
  const model = await fakeModel('gemini', says)
  const run = await openClient(lab, GEMINI)
  const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
  approve(lab, { ...geminiApproval(lab), '.gemini/settings.json': settings })
  const env = { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model.address }
  await run(['-m', 'gemini-2.5-pro', '-p', 'Do it', '--approval-mode', 'auto_edit'], env)
  return model
}

const file = (lab: Lab) => path.join(lab.root, 'a.txt')
const sessions = [
  {
    id: 'claude-code',
    session: claude,
    writing: (lab: Lab): Says => ({ tool: 'Write', input: { file_path: file(lab), content: 'hello' } }),
  },
  {
    id: 'gemini',
    session: gemini,
    writing: (lab: Lab): Says => ({ tool: 'write_file', input: { file_path: file(lab), content: 'hello' } }),
  },
] as const

test.each(sessions)('$id begins with the open work, and is kept from an edit without a change', async each => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: [each.id], hooks: true })
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  await using model = await each.session(lab, [each.writing(lab), { text: 'I may not.' }])
  expect(model.asked[0]).toContain('Furrow keeps the work of')
  expect(model.asked[1]).toContain('No change is active here')
  expect(fs.existsSync(file(lab))).toBe(false)
})

async function provable(lab: Lab, client: ClientId): Promise<void> {
  await lab.call('workspace.init', { clients: [client], hooks: true })
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\nhooks:\n  edit: block\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Login redirect' })
}

test.each(sessions)('$id edits during a change, and is told once that done needs proof', async each => {
  await using lab = await openLab()
  await provable(lab, each.id)
  await using model = await each.session(lab, [each.writing(lab), { text: 'All done.' }, { text: 'I wait for you.' }])
  expect(fs.readFileSync(file(lab), 'utf8').trim()).toBe('hello')
  expect(model.asked[0]).toContain('login-redirect')
  expect(model.asked).toHaveLength(3)
  expect(model.asked[2]).toContain('has no proof yet')
})

test('codex begins with the open work, and is told once that done needs proof', async () => {
  await using lab = await openLab()
  await provable(lab, 'codex')
  await using model = await codex(lab, [{ text: 'All done.' }, { text: 'I wait for you.' }])
  expect(model.asked[0]).toContain('Open change: login-redirect')
  expect(model.asked).toHaveLength(2)
  expect(model.asked[1]).toContain('has no proof yet')
})
