import { expect, test } from 'vitest'
import { CLIENTS, type ClientId } from '../../src/flows/init/clients.ts'
import { SKILL_IDS } from '../../src/flows/init/skills.ts'
import { type Lab, openLab } from '../lab.ts'
import {
  approve,
  CLAUDE_CODE,
  type ClientPackage,
  CODEX,
  claudeApproval,
  GEMINI,
  geminiApproval,
  machine,
  openClient,
} from '../support/clients.ts'

/** A client, and how it is asked which servers it has. */
interface Subject extends ClientPackage {
  readonly id: ClientId
  readonly asks: readonly string[]
  /** What it says when it has the server; where it says connected, it has started it and spoken with it. */
  readonly says: RegExp
  /** What the person does in the client: trust the folder, approve the server. */
  readonly approval?: (lab: Lab) => Record<string, unknown>
  readonly skills?: readonly string[]
}

const subjects: readonly Subject[] = [
  {
    id: 'claude-code',
    ...CLAUDE_CODE,
    asks: ['mcp', 'list'],
    says: /^furrow: furrow mcp - . Connected$/m,
    approval: claudeApproval,
  },
  {
    id: 'codex',
    ...CODEX,
    asks: ['mcp', 'list'],
    says: /^furrow +furrow +mcp +.*enabled/m,
    approval: ({ root }) => ({ '.codex/config.toml': `[projects."${root}"]\ntrust_level = "trusted"\n` }),
  },
  {
    id: 'gemini',
    ...GEMINI,
    asks: ['mcp', 'list'],
    says: /furrow: furrow mcp \(stdio\) - Connected/,
    approval: geminiApproval,
    skills: ['skills', 'list'],
  },
  {
    id: 'opencode',
    package: `opencode-${machine}`,
    version: '1.18.33',
    program: 'bin/opencode',
    asks: ['mcp', 'list'],
    says: /✓ furrow .*connected/,
    skills: ['debug', 'skill'],
  },
  {
    id: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'npm-loader.js',
    asks: ['mcp', 'list'],
    says: /Workspace servers:\s+furrow \(local\)/,
    approval: ({ root }) => ({ '.copilot/config.json': { trusted_folders: [root] } }),
    skills: ['skill', 'list'],
  },
  {
    id: 'cline',
    package: `@cline/cli-${machine}`,
    version: '3.0.65',
    program: 'bin/cline',
    asks: ['config', 'mcp'],
    says: /Configured MCP servers[\s\S]*furrow \[stdio\]/,
  },
  {
    id: 'amp',
    package: `@ampcode/cli-${machine}`,
    version: '0.0.1790142911-g7618fb',
    program: 'amp',
    asks: ['mcp', 'list'],
    says: /Workspace .*\.amp\/settings\.json\s+furrow +command +furrow mcp/,
  },
]

test.each(subjects)(
  '$id itself has the server that furrow init registered, and has it neither before nor after',
  async subject => {
    await using lab = await openLab()
    const client = await openClient(lab, subject)
    expect(await client(subject.asks)).not.toMatch(subject.says)
    await setUp(lab, subject)
    expect(await client(subject.asks)).toMatch(subject.says)
    await lab.call('workspace.init', { clients: [subject.id], user: true, uninstall: true })
    expect(await client(subject.asks)).not.toMatch(subject.says)
  },
)

test.each(subjects.filter(({ skills }) => skills !== undefined))('$id itself lists the skills', async subject => {
  await using lab = await openLab()
  const client = await openClient(lab, subject)
  await setUp(lab, subject)
  const said = await client(subject.skills ?? [])
  for (const skill of SKILL_IDS) expect(said).toContain(`furrow-${skill}`)
})

test('the table says of each client whether it was asked itself', () => {
  const asked = subjects.map(({ id }) => id)
  expect(
    CLIENTS.filter(({ proven }) => proven === 'by the client')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(asked.sort())
})

async function setUp(lab: Lab, { id, approval }: Subject): Promise<void> {
  approve(lab, approval?.(lab) ?? {})
  await lab.call('workspace.init', { clients: [id], user: true, hooks: true })
}
