import { spawn } from 'node:child_process'
import os from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import * as z from 'zod'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { damaged } from '../../../store/documents/document.ts'
import { findProgram, trustedPath } from '../../../store/programs/find-program.ts'
import { requireStarted } from '../../../store/programs/started.ts'
import type { Call } from '../../../workspace/call.ts'
import { readPersonConfig } from '../../../workspace/config/read-config.ts'
import { programSearch } from '../../../workspace/programs.ts'
import { type Ask, readAnswer, restForge } from './rest.ts'

export interface PullRequest {
  readonly branch: string
  readonly base: string | undefined
  readonly title: string
  readonly body: string
  readonly draft?: boolean
}

export interface OpenPullRequest {
  readonly url: string
  /** Left out by forges that do not say it. */
  readonly body?: string | undefined
  readonly draft?: boolean | undefined
}

export interface Issue {
  readonly number: number
  readonly url: string
}

export interface ForgeCheck {
  readonly name: string
  readonly standing: 'passed' | 'running' | 'failed'
  readonly url?: string
}

/** A place where pull requests and issues are opened. Looking for one comes first, so none is opened twice. */
export interface Forge {
  readonly name: string
  find(branch: string): Promise<OpenPullRequest | undefined>
  create(request: PullRequest): Promise<string>
  /** The open pull request of a branch is a draft no longer. */
  markReady(branch: string): Promise<void>
  checksOf(commit: string): Promise<ForgeCheck[]>
  /** The issue whose text has the mark, among those that changed since. */
  findIssue(mark: string, since: string): Promise<Issue | undefined>
  openIssue(issue: { readonly title: string; readonly body: string }): Promise<Issue>
}

export interface Repo {
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** The repository on its forge, from the address of a remote; a plain folder is on none. */
export function repoOf(url: string): Repo | undefined {
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(url)
  const web = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+)$/.exec(url)
  const [, host, place = ''] = web ?? scp ?? []
  const [owner, name, ...more] = place.replace(/\.git\/?$|\/$/, '').split('/')
  if (host === undefined || !owner || !name || more.length > 0) return undefined
  return /^[\w.-]+$/.test(owner) && /^[\w.-]+$/.test(name) ? { host, owner, name } : undefined
}

const Settings = z.looseObject({
  /** `https://api.github.com`, `https://forgejo.example.org/api/v1` */
  api: z.url().optional(),
  /** Only for remotes of this host. */
  host: z.string().optional(),
  token: z.string().optional(),
  token_env: z.string().optional(),
  use: z.enum(['api', 'gh', 'none']).optional(),
})

/** How a pull request can be opened from here, or why not. Only the person's own config and environment say so. */
export async function forgeFor(call: Call, repo: Repo): Promise<Forge | string> {
  const settings = settingsIn(call)
  if (settings.use === 'none') return 'pull requests are switched off in your config (forge.use)'
  const fits = settings.host === undefined || settings.host === repo.host
  const api = fits ? (settings.api ?? (repo.host === 'github.com' ? 'https://api.github.com' : undefined)) : undefined
  const token = settings.token ?? call.env[settings.token_env ?? 'GITHUB_TOKEN'] ?? call.env.GH_TOKEN
  const chosen = settings.api !== undefined || settings.use === 'api'
  if (chosen && api !== undefined && token) return apiForge({ api, token, repo, signal: call.signal })
  const gh = settings.use === 'api' ? undefined : await ghForge(call, repo)
  if (gh !== undefined) return gh
  if (api !== undefined && token) return apiForge({ api, token, repo, signal: call.signal })
  return api === undefined
    ? `nothing is known of ${repo.host}: set forge.api in your config, or install gh`
    : 'there is no token for the forge and no gh that is signed in'
}

function settingsIn({ home }: Call): z.infer<typeof Settings> {
  const { data, path: file } = readPersonConfig(home)
  const result = Settings.safeParse(data.forge ?? {})
  if (result.success) return result.data
  throw damaged(file, `has forge.${result.error.issues[0]?.path.join('.')} wrong`, { field: 'forge' })
}

interface Api {
  readonly api: string
  readonly token: string
  readonly repo: Repo
  readonly signal: AbortSignal
}

/** Asks by a connection of our own. */
function apiForge({ api, token, repo, signal }: Api): Forge {
  const base = api.replace(/\/$/, '')
  const ask: Ask = async ({ method, place, body }) => {
    // GitHub Enterprise has its GraphQL beside the REST interface, not below it.
    const address = place === '/graphql' ? `${base.replace(/\/v3$/, '')}${place}` : `${base}${place}`
    const response = await reach(address, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'furrow',
        'x-github-api-version': '2022-11-28',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    })
    const said: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusedBy(api, response.status, said)
    return said
  }
  return { name: api, ...restForge(ask, repo) }
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (cause) {
    throw refuse('failed', `${new URL(address).host} cannot be reached.`, {
      target: new URL(address).host,
      fix: shell`furrow agent finalize --apply`,
      cause,
    })
  }
}

function refusedBy(api: string, status: number, said: unknown) {
  const message = z.looseObject({ message: z.string() }).safeParse(said)
  const why = message.success ? `: ${message.data.message}` : ''
  return refuse('failed', `${new URL(api).host} answered ${status}${why}.`, {
    target: new URL(api).host,
    fix: shell`furrow agent finalize --apply`,
    details: { status },
  })
}

/** The `gh` on the person's PATH, when it is signed in. It is told the repository and started outside of it. */
async function ghForge(call: Call, repo: Repo): Promise<Forge | undefined> {
  const program = findProgram('gh', programSearch(call))
  if (program === undefined) return undefined
  const run = (args: readonly string[], input?: string) => runProgram(program, args, { call, input })
  const { code } = await run(['auth', 'status', '--hostname', repo.host])
  if (code !== 0) return undefined
  const place = ['--repo', `${repo.host}/${repo.owner}/${repo.name}`]
  const answer = async (args: readonly string[], input?: string) => {
    const { code: ended, stdout, stderr } = await run(args, input)
    if (ended === 0) return stdout.trim()
    throw refuse('failed', `gh failed: ${stderr.trim().split('\n')[0] ?? ''}`, {
      target: 'gh',
      fix: shell`furrow agent finalize --apply`,
    })
  }
  const ask: Ask = async ({ method, place: at, body }) => {
    const input = body === undefined ? [] : ['--input', '-']
    const args = ['api', '--hostname', repo.host, '--method', method, at.slice(1), ...input]
    return parsed((await answer(args, body === undefined ? undefined : JSON.stringify(body))) || 'null')
  }
  return {
    name: 'gh',
    ...restForge(ask, repo),
    async find(branch) {
      const said = await answer([
        'pr',
        'list',
        ...place,
        '--head',
        branch,
        '--state',
        'open',
        '--json',
        'url,body,isDraft',
      ])
      const [open] = readAnswer(z.array(GhPull), parsed(said || '[]'))
      return open && { url: open.url, body: open.body, draft: open.isDraft }
    },
    async create({ branch, base, title, body, draft }) {
      const into = base === undefined ? [] : ['--base', base]
      const said = await answer(
        [
          'pr',
          'create',
          ...place,
          '--head',
          branch,
          ...into,
          ...(draft === true ? ['--draft'] : []),
          '--title',
          title,
          '--body-file',
          '-',
        ],
        body,
      )
      return said.split('\n').at(-1) ?? said
    },
  }
}

const GhPull = z.looseObject({ url: z.string(), body: z.string().optional(), isDraft: z.boolean().optional() })

/** What is no JSON is no answer, and told as such where it is read. */
function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}

interface Running {
  readonly call: Call
  readonly input?: string | undefined
}

const PASSED_ON = ['HOME', 'XDG_CONFIG_HOME', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_CONFIG_DIR', 'HTTPS_PROXY', 'NO_PROXY']

async function runProgram(program: string, args: readonly string[], { call, input }: Running) {
  const env = Object.fromEntries(
    PASSED_ON.flatMap(name => (call.env[name] === undefined ? [] : [[name, call.env[name]]])),
  )
  const child = requireStarted(
    spawn(program, [...args], {
      cwd: os.tmpdir(),
      env: { ...env, PATH: trustedPath(programSearch(call)), GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(60_000)]),
    }),
  )
  child.stdin.on('error', () => undefined).end(input ?? '')
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code ?? -1))
  })
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended])
  return { stdout, stderr, code }
}
