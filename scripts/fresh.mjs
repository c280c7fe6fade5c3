// The README's promise on a new machine: a fresh clone with an empty home starts, the packed package installs into an
// empty folder and runs, and the first five minutes go as they are written.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './inputs.mjs'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-fresh-'))
const home = path.join(base, 'home')
fs.mkdirSync(home)
const env = { ...process.env, HOME: home }
delete env.FURROW_HOME
try {
  await startsInAFreshClone()
  installsFromTheTarball()
  console.log('fresh clone and packed package: ok')
} finally {
  fs.rmSync(base, { recursive: true, force: true })
}

async function startsInAFreshClone() {
  const clone = path.join(base, 'clone')
  execFileSync('git', ['clone', '-q', '--no-hardlinks', root, clone])
  const server = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  try {
    const address = await printedAddress(server)
    const answer = await fetch(new URL('/healthz', address))
    if (!answer.ok) throw new Error(`the started server answered ${answer.status}`)
    console.error(`npm start in a fresh clone: ${address.origin} answers`)
  } finally {
    process.kill(-server.pid, 'SIGTERM')
  }
}

function printedAddress(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', chunk => {
      text += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(text)
      if (found !== null) resolve(new URL(found[0]))
    })
    server.on('exit', code => reject(new Error(`npm start ended with ${code}: ${text}`)))
  })
}

function installsFromTheTarball() {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', base], {
      cwd: root,
      env,
      encoding: 'utf8',
    }),
  )
  const place = path.join(base, 'elsewhere')
  fs.mkdirSync(place)
  fs.writeFileSync(path.join(place, 'package.json'), '{ "private": true }\n')
  const quiet = { cwd: place, env, encoding: 'utf8' }
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', path.join(base, filename)], quiet)
  const furrow = path.join(place, 'node_modules/.bin/furrow')
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect('furrow --version', execFileSync(furrow, ['--version'], quiet).trim() === version)
  execFileSync('git', ['init', '-q'], quiet)
  execFileSync(furrow, ['init'], quiet)
  expect('furrow init', fs.existsSync(path.join(place, '.mcp.json')))
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fresh', version: '1' } },
  }
  const answer = execFileSync(furrow, ['mcp'], { ...quiet, input: `${JSON.stringify(initialize)}\n` })
  expect('furrow mcp', JSON.parse(answer.split('\n')[0]).result?.serverInfo?.name === 'furrow')
  firstFiveMinutes(path.dirname(furrow))
}

/** Each command of the README's first console, word for word, in a project that has nothing of Furrow yet. */
function firstFiveMinutes(bin) {
  const project = path.join(base, 'project')
  fs.cpSync(path.join(root, 'examples/reading-list'), project, { recursive: true })
  fs.rmSync(path.join(project, '.sdlc'), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8')
  const [, block = ''] = /## The first five minutes[\s\S]*?```console\n([\s\S]*?)```/.exec(readme) ?? []
  const commands = block.split('\n').flatMap(line => (line.startsWith('$ ') ? [line.slice(2)] : []))
  if (commands.length < 4) throw new Error('the README has no first five minutes')
  const quiet = { cwd: project, env: { ...env, PATH: `${bin}${path.delimiter}${env.PATH}` }, encoding: 'utf8' }
  try {
    for (const command of commands) {
      execFileSync('sh', ['-c', command], { ...quiet, stdio: ['ignore', 'pipe', 'pipe'] })
      console.error(`first five minutes: ${command}`)
    }
  } finally {
    execFileSync('sh', ['-c', 'furrow server stop || true'], { ...quiet, stdio: 'ignore' })
  }
}

function expect(what, holds) {
  if (!holds) throw new Error(`the installed package failed at: ${what}`)
  console.error(`installed package: ${what} works`)
}
