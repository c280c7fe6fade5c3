import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CLIENTS, type ClientId } from '../../src/flows/init/clients.ts'
import { SKILL_IDS } from '../../src/flows/init/skills.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { cachedPackage } from '../support/packages.ts'

/** A coding agent from the registry: its program, and how it is asked which servers it has. */
interface Subject {
  readonly id: ClientId
  readonly package: string
  readonly version: string
  /** Below the package; a script is run by this Node. */
  readonly program: string
  readonly asks: readonly string[]
  /** What it says when it has the server; where it says connected, it has started it and spoken with it. */
  readonly says: RegExp
  /** What the person does in the client: trust the folder, approve the server. */
  readonly approve?: (lab: Lab, home: string) => Record<string, unknown>
  readonly skills?: readonly string[]
}

const machine = `${process.platform}-${process.arch}`
const triple = { 'linux-x64': 'x86_64-unknown-linux-musl', 'linux-arm64': 'aarch64-unknown-linux-musl' }[machine] ?? ''

const subjects: readonly Subject[] = [
  {
    id: 'claude-code',
    package: `@anthropic-ai/claude-code-${machine}`,
    version: '2.1.325',
    program: 'claude',
    asks: ['mcp', 'list'],
    says: /^furrow: furrow mcp - . Connected$/m,
    approve: ({ root }) => ({
      '.claude.json': { projects: { [root]: { hasTrustDialogAccepted: true, enabledMcpjsonServers: ['furrow'] } } },
    }),
  },
  {
    id: 'codex',
    package: '@openai/codex',
    version: `0.166.0-${machine}`,
    program: `vendor/${triple}/bin/codex`,
    asks: ['mcp', 'list'],
    says: /^furrow +furrow +mcp +.*enabled/m,
    approve: ({ root }) => ({ '.codex/config.toml': `[projects."${root}"]\ntrust_level = "trusted"\n` }),
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'bundle/gemini.js',
    asks: ['mcp', 'list'],
    says: /furrow: furrow mcp \(stdio\) - Connected/,
    approve: ({ root }) => ({ '.gemini/trustedFolders.json': { [root]: 'TRUST_FOLDER' } }),
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
    approve: ({ root }) => ({ '.copilot/config.json': { trusted_folders: [root] } }),
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

async function setUp(lab: Lab, { id, approve }: Subject): Promise<void> {
  const home = path.dirname(lab.home)
  for (const [file, value] of Object.entries(approve?.(lab, home) ?? {})) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    fs.writeFileSync(path.join(home, file), typeof value === 'string' ? value : JSON.stringify(value))
  }
  await lab.call('workspace.init', { clients: [id], user: true, hooks: true })
}

/** The client with a home of its own and the built program on its PATH, as an installed Furrow is. */
async function openClient(lab: Lab, subject: Subject): Promise<(args: readonly string[]) => Promise<string>> {
  const folder = await cachedPackage(subject.package, subject.version)
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims)
  fs.symlinkSync(bin, path.join(shims, 'furrow'))
  const program = path.join(folder, subject.program)
  const script = program.endsWith('.js')
  if (!script) fs.chmodSync(program, 0o755)
  const env = { ...lab.env, PATH: `${shims}:${lab.env['PATH']}`, TERM: 'dumb' }
  return args =>
    new Promise(resolve => {
      const child = execFile(
        script ? process.execPath : program,
        script ? [program, ...args] : [...args],
        { cwd: lab.root, env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
        (_, stdout, stderr) => resolve(`${stdout}${stderr}`),
      )
      child.stdin?.end()
    })
}
