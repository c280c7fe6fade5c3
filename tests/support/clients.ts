import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bin, type Lab } from '../lab.ts'
import { cachedPackage } from './packages.ts'

/** A coding agent from the registry. */
export interface ClientPackage {
  readonly package: string
  readonly version: string
  /** Below the package; a script is run by this Node. */
  readonly program: string
}

export const machine = `${process.platform}-${process.arch}`

export const CLAUDE_CODE: ClientPackage = {
  package: `@anthropic-ai/claude-code-${machine}`,
  version: '2.1.325',
  program: 'claude',
}

const triple = { 'linux-x64': 'x86_64-unknown-linux-musl', 'linux-arm64': 'aarch64-unknown-linux-musl' }[machine] ?? ''

export const CODEX: ClientPackage = {
  package: '@openai/codex',
  version: `0.166.0-${machine}`,
  program: `vendor/${triple}/bin/codex`,
}

export const GEMINI: ClientPackage = { package: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' }

export type RunClient = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>

/** The client with a home of its own and the built program on its PATH, as an installed Furrow is. */
export async function openClient(lab: Lab, client: ClientPackage): Promise<RunClient> {
  const folder = await cachedPackage(client.package, client.version)
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims)
  fs.symlinkSync(bin, path.join(shims, 'furrow'))
  const program = path.join(folder, client.program)
  const script = program.endsWith('.js')
  if (!script) fs.chmodSync(program, 0o755)
  const own = { ...lab.env, PATH: `${shims}:${lab.env['PATH']}`, TERM: 'dumb' }
  return (args, env = {}) =>
    new Promise(resolve => {
      const child = execFile(
        script ? process.execPath : program,
        script ? [program, ...args] : [...args],
        { cwd: lab.root, env: { ...own, ...env }, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
        (_, stdout, stderr) => resolve(`${stdout}${stderr}`),
      )
      child.stdin?.end()
    })
}

/** What a person does in a client before it may use a repository: files in their home folder. */
export function approve(lab: Lab, files: Readonly<Record<string, unknown>>): void {
  const home = path.dirname(lab.home)
  for (const [file, value] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    fs.writeFileSync(path.join(home, file), typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** Claude Code trusts the folder and may start the server. */
export function claudeApproval({ root }: Lab): Record<string, unknown> {
  return {
    '.claude.json': {
      hasCompletedOnboarding: true,
      projects: { [root]: { hasTrustDialogAccepted: true, enabledMcpjsonServers: ['furrow'] } },
    },
  }
}

/** Gemini CLI trusts the folder. */
export function geminiApproval({ root }: Lab): Record<string, unknown> {
  return { '.gemini/trustedFolders.json': { [root]: 'TRUST_FOLDER' } }
}
