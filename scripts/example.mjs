// The example workspace of the tour: a small real project, worked on through a real server by a person and an agent.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { ask } from '../examples/tour/ask.mjs'
import { plan } from '../examples/tour/board.mjs'
import { build, mend } from '../examples/tour/changes.mjs'
import { explore } from '../examples/tour/exploration.mjs'
import { remember } from '../examples/tour/memory.mjs'
import { specify } from '../examples/tour/spec.mjs'
import { run } from '../examples/tour/tools.mjs'
import { root } from './inputs.mjs'

const bin = path.join(root, 'dist/furrow.cjs')
const HOUR_MS = 60 * 60 * 1000

/** What was done, and how many hours ago. */
const PARTS = [
  [150, prepare],
  [146, remember],
  [122, specify],
  [75, mend],
  [51, plan],
  [26, explore],
  [5, run],
  [2, build],
  [0, ask],
]

export async function exampleWorkspace(base = path.join(root, '.cache', 'example')) {
  const folder = path.join(base, 'reading-list')
  const env = { ...process.env, FURROW_HOME: path.join(base, 'home') }
  if (fs.existsSync(path.join(base, '.ready'))) return { folder, env }
  console.error('making the example workspace ...')
  fs.rmSync(base, { recursive: true, force: true })
  fs.cpSync(path.join(root, 'examples/reading-list'), folder, { recursive: true })
  for (const [hours, part] of PARTS) await workIn(folder, asOf(env, hours * HOUR_MS), part)
  fs.writeFileSync(path.join(base, '.ready'), '')
  return { folder, env }
}

/** The environment of a process that lives some time ago. */
function asOf(env, back) {
  const clock = pathToFileURL(path.join(root, 'examples/tour/clock.mjs'))
  const date = new Date(Date.now() - back).toISOString()
  return {
    ...env,
    NODE_OPTIONS: `--import ${clock}`,
    TOUR_BACK_MS: String(back),
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
}

/** A repository with the tools of Furrow, trusted, and its tests run once. */
async function prepare({ person, inFolder }) {
  await person('tool.update', {})
  const { shown } = await person('trust.status', {})
  await person('trust.grant', { shown })
  inFolder('init')
  inFolder('exec', '--label', 'tests', '--', 'node', '--test')
}

async function workIn(folder, env, part) {
  if (!fs.existsSync(path.join(folder, '.git'))) commitAll(folder, env)
  const server = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await part(await doorsOf(await printedAddress(server), { folder, env }))
  } finally {
    server.kill('SIGTERM')
    await new Promise(resolve => (server.exitCode === null ? server.once('exit', resolve) : resolve()))
  }
}

function commitAll(folder, env) {
  const who = ['-c', 'user.name=Furrow', '-c', 'user.email=furrow@localhost']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'feat: reading list'],
  ])
    execFileSync('git', args, { cwd: folder, env, stdio: 'ignore' })
}

/** What the parts of the tour work with: the calls of a signed-in person and of an agent in its shell. */
async function doorsOf(address, { folder, env }) {
  const person = caller(address.origin, await signIn(address))
  const agent = agentIn(folder, env)
  return {
    person,
    agent,
    ended: ({ interaction_id }) => person('run.wait', { id: interaction_id }),
    inFolder: (...args) => execFileSync(process.execPath, [bin, ...args], { cwd: folder, env, stdio: 'ignore' }),
    /** An agent asks for what only a person may decide: the request waits for its answer. */
    async asks(name, input) {
      const answer = await agent(name, input).catch(error => error)
      if (answer.code !== 'needs_person') throw new Error(`${name} was to wait for a person`)
    },
    write(file, text) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    },
  }
}

async function signIn({ origin, hash }) {
  const response = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get('c') }),
  })
  if (!response.ok) throw new Error(`signing in answered ${response.status}`)
  const { header } = await response.json()
  const [cookie = ''] = response.headers.getSetCookie().map(line => line.split(';')[0])
  return { Cookie: cookie, 'X-Furrow-Session': header }
}

function caller(origin, headers) {
  return async (name, input) => {
    const response = await fetch(`${origin}/api/operations/${name}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    if (response.ok) return answer
    throw Object.assign(new Error(`${name}: ${answer.message ?? answer.detail}`), { code: answer.code })
  }
}

/** Known as one by the mark that coding agents leave in the environment of what they run. */
function agentIn(folder, env) {
  return async (name, input) => {
    const child = spawn(process.execPath, [bin, 'call', name, '--input', '-', '--json'], {
      cwd: folder,
      env: { ...env, CLAUDECODE: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end(JSON.stringify(input))
    const stdout = await text(child.stdout)
    const answer = JSON.parse(stdout)
    if (answer.error === undefined) return answer
    throw Object.assign(new Error(`${name}: ${answer.error.message}`), { code: answer.error.code })
  }
}

export function printedAddress(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', chunk => {
      text += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+\/#c=\S+/.exec(text)
      if (found !== null) resolve(new URL(found[0]))
    })
    server.on('exit', code => reject(new Error(`the server of the example ended with ${code}: ${text}`)))
  })
}
