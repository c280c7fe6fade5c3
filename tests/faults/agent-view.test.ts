import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { ended, saidIn, setUpAgent, startAgent } from '../support/agents.ts'
import { figure } from './figures.ts'

// X13: what an agent that Furrow started sees of the person's home, of temporary folders and of sockets.
const PROBE = path.join(packageRoot, 'tests/support/escapes.mjs')
const ALLOW_ALL = [{ tool: '*', action: 'allow' }]

interface Act {
  readonly id: string
  readonly verb: string
  readonly with: unknown
}

/** The ids of those acts that could be done from inside. */
async function doneInside(lab: Lab, acts: readonly Act[]): Promise<string[]> {
  lab.write('acts.json', JSON.stringify({ acts }))
  const terminal = { command: process.execPath, args: [PROBE, path.join(lab.root, 'acts.json')] }
  const run = await ended(lab, await startAgent(lab, [{ terminal }], { profile: 'write' }))
  expect(run).toMatchObject({ contained: true })
  const said = saidIn(lab, run)
  const told = JSON.parse(/<<(\{.*\})>>/s.exec(said)?.[1] ?? 'null') as Record<string, { done: boolean }> | null
  if (told === null) throw new Error(said)
  return acts.map(({ id }) => id).filter(id => told[id]?.done === true)
}

function put(file: string, text = 'KEYVALUE'): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

const LOGINS =
  `.ssh/id_ed25519 .aws/credentials .gnupg/secring.gpg .kube/config .netrc .pypirc .git-credentials .config/gh/hosts.yml
  .config/gcloud/credentials.db .azure/msal_token_cache.json .docker/config.json .password-store/bank.gpg
  .config/git/credentials .config/hub .config/glab-cli/config.yml .config/tea/config.yml .subversion/auth/svn.simple/1
  .oci/config .config/doctl/config.yaml .fly/config.yml .config/hcloud/cli.toml .config/scw/config.yaml .boto .s3cfg
  .config/rclone/rclone.conf .terraform.d/credentials.tfrc.json .pulumi/credentials.json .vault-token
  .config/heroku/login .config/netlify/config.json .local/share/com.vercel.cli/auth.json .supabase/access-token
  .railway/config.json .databrickscfg .config/containers/auth.json .config/helm/registry/config.json .config/argocd/config
  .talos/config .npmrc .cargo/credentials.toml .gem/credentials .m2/settings.xml .gradle/gradle.properties
  .composer/auth.json .pgpass .my.cnf .authinfo .local/share/keyrings/login.keyring .config/op/config
  .config/sops/age/keys.txt .age/key.txt .config/KeePassXC/keepassxc.ini .Xauthority .bash_history .bashrc
  .mozilla/firefox/p/logins.json .config/google-chrome/Default/Cookies .bitcoin/wallet.dat .cache/huggingface/token
  .local/share/uv/credentials/credentials.toml .julia/servers/x/auth.toml .cabal/config .bundle/config
  .never-heard-of-it/token other-project/.env Documents/taxes.txt`.split(/\s+/)

const LISTED =
  `.gitconfig .config/git/config .config/git/ignore .cargo/bin/rg .cargo/registry/index .nvm/versions/node.txt
  .rustup/toolchain .local/bin/tool .local/lib/python/site.py .npm/_cacache/x .cache/pip/x .tool-versions
  tools/bin/mine tools/lib/mine.so moved/versions/2 .given/settings`.split(/\s+/)

test('X13 an agent reads of the home what is listed or given, and nothing else', async () => {
  await using lab = await openLab()
  const ada = path.dirname(lab.root)
  lab.env.PATH = `${path.join(ada, 'tools/bin')}:${lab.env.PATH}`
  setUpAgent(lab, { permissions: ALLOW_ALL, sees: ['~/.given'] })
  for (const name of [...LOGINS, ...LISTED]) put(path.join(ada, name))
  // As installers leave a program: a link on PATH to a version of it.
  fs.symlinkSync('../../moved/versions/2', path.join(ada, 'tools/bin/linked'))
  put(path.join(ada, 'dotfiles/editor'))
  fs.symlinkSync('dotfiles/editor', path.join(ada, '.editorconfig'))
  const linked = ['tools/bin/linked', '.editorconfig']
  const acts = [...LOGINS, ...LISTED, ...linked].map(name => ({ id: name, verb: 'read', with: path.join(ada, name) }))
  expect(await doneInside(lab, acts)).toEqual([...LISTED, ...linked])
  figure('X13', 'agent: logins and private files in a home that it cannot read', LOGINS.length)
})

test('X13 an agent reads no file of the home of the account, where HOME is another folder', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: ALLOW_ALL })
  const { homedir } = os.userInfo()
  const entries = fs.existsSync(homedir) ? fs.readdirSync(homedir, { withFileTypes: true }) : []
  const files = entries.filter(entry => entry.isFile()).map(({ name }) => name)
  expect(
    await doneInside(
      lab,
      files.map(id => ({ id, verb: 'read', with: path.join(homedir, id) })),
    ),
  ).toEqual([])
})

test('X13 an agent connects to no socket that is open when it starts, but to one that it is given', async () => {
  await using lab = await openLab()
  const ada = path.dirname(lab.root)
  const keys = fs.mkdtempSync('/tmp/ssh-')
  const lasting = fs.mkdtempSync('/var/tmp/lasting-')
  const machine = fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : ada, 'open-'))
  const given = path.join(ada, '.given.sock')
  setUpAgent(lab, { permissions: ALLOW_ALL, sees: [given] })
  const inHome = `.docker/run/docker.sock .rd/docker.sock .colima/default/docker.sock .1password/agent.sock
    .cargo/bin/daemon.sock .scripted-agent/other.sock`
  const names = [...inHome.split(/\s+/).map(name => path.join(ada, name)), path.join(lab.root, 'dev.sock')]
  const closed = [path.join(keys, 'agent.1'), path.join(lasting, 's'), path.join(machine, 's'), ...names]
  const listeners = await Promise.all([...closed, given].map(listen))
  try {
    const acts = [...closed, given].map(socket => ({ id: socket, verb: 'connect', with: { path: socket } }))
    expect(await doneInside(lab, acts)).toEqual([given])
    figure('X13', 'agent: sockets open at the start that it cannot reach', closed.length)
  } finally {
    for (const listener of listeners) listener.close()
    for (const folder of [keys, lasting, machine]) fs.rmSync(folder, { recursive: true, force: true })
  }
})

async function listen(place: string): Promise<net.Server> {
  fs.mkdirSync(path.dirname(place), { recursive: true })
  const server = net.createServer(socket => socket.end())
  await new Promise<void>(resolve => server.listen(place, resolve))
  return server
}

test('X13 the temporary folder of an agent is its own: shared by its commands, and gone with the run', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: ALLOW_ALL })
  const theirs = fs.mkdtempSync('/tmp/theirs-')
  put(path.join(theirs, 'note'))
  const name = `left-${path.basename(theirs)}`
  const line = (script: string) => ({ terminal: { command: 'sh', args: ['-c', script] } })
  const write = `echo kept > /tmp/${name}; mkdir /tmp/fixed; echo x > /tmp/fixed/x; chmod 500 /tmp/fixed; ls ${theirs}`
  const read = `cat /tmp/${name}; cat /var/tmp/${name}; env`
  try {
    const run = await ended(lab, await startAgent(lab, [line(write), line(read)], { profile: 'write' }))
    expect(run).toMatchObject({ contained: true })
    const said = saidIn(lab, run)
    expect(said.match(/^kept$/gm)).toHaveLength(2)
    expect(said).not.toContain('note')
    expect(said).not.toMatch(/^(?:SSH_AUTH_SOCK|DOCKER_HOST|DBUS_SESSION_BUS_ADDRESS|DISPLAY|XAUTHORITY)=/m)
    expect(fs.existsSync(`/tmp/${name}`)).toBe(false)
    const left = fs.readdirSync(os.tmpdir()).filter(entry => entry.startsWith('furrow-temporary-'))
    expect(left.filter(entry => fs.existsSync(path.join(os.tmpdir(), entry, name)))).toEqual([])
  } finally {
    fs.rmSync(theirs, { recursive: true })
  }
})

test("X13 Furrow's home is empty to an agent, whatever is made or replaced in it while it runs", async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: ALLOW_ALL })
  const [go, before] = [path.join(lab.root, 'go'), path.join(lab.home, 'never-heard-of-it')]
  put(before)
  const made = ['token', 'tokens/a.json', 'sessions/4747.json', 'secrets/identity.txt', 'backups/1/memory.db', 'new']
  const places = [before, path.join(lab.home, 'config.yaml'), ...made.map(name => path.join(lab.home, name))]
  const script = `while [ ! -e ${go} ]; do sleep 0.05; done; cat ${places.join(' ')}; ls -A ${lab.home}; echo mine > ${before} || echo refused; echo over`
  const run = await startAgent(lab, [{ terminal: { command: 'sh', args: ['-c', script] } }], { profile: 'write' })
  for (const name of made) put(path.join(lab.home, name), 'MADEMEANWHILE')
  fs.writeFileSync(
    path.join(lab.home, 'config.new'),
    `${fs.readFileSync(path.join(lab.home, 'config.yaml'), 'utf8')}# LATER\n`,
  )
  fs.renameSync(path.join(lab.home, 'config.new'), path.join(lab.home, 'config.yaml'))
  fs.writeFileSync(go, '')
  const end = await ended(lab, run)
  expect(end).toMatchObject({ contained: true })
  const said = saidIn(lab, end)
  expect(said).toMatch(/^refused\nover$/m)
  for (const text of ['KEYVALUE', 'MADEMEANWHILE', 'LATER', 'repos']) expect(said).not.toContain(text)
  expect(fs.readFileSync(before, 'utf8')).toBe('KEYVALUE')
})

test('X13 a link that an agent can make shows it nothing more of the home', async () => {
  await using lab = await openLab()
  const ada = path.dirname(lab.root)
  const own = path.join(ada, '.scripted-agent')
  lab.env.PATH = `${path.join(own, 'bin')}:${path.join(ada, 'tools/bin')}:${lab.env.PATH}`
  setUpAgent(lab, { permissions: ALLOW_ALL })
  for (const name of ['.ssh/id_ed25519', '.aws/credentials', 'other/.env', 'tools/versions/2'])
    put(path.join(ada, name))
  for (const folder of ['bin', 'versions']) fs.mkdirSync(path.join(own, folder), { recursive: true })
  fs.mkdirSync(path.join(ada, 'tools/bin'))
  // In a folder on PATH, in the place of a program that one there leads to, and a folder of its own.
  fs.symlinkSync('../../.ssh/id_ed25519', path.join(own, 'bin/planted'))
  fs.symlinkSync('../../.aws/credentials', path.join(own, 'versions/1'))
  fs.symlinkSync('../../.scripted-agent/versions/1', path.join(ada, 'tools/bin/agent'))
  fs.symlinkSync('../other', path.join(own, 'lib'))
  fs.symlinkSync('../versions/2', path.join(ada, 'tools/bin/fine'))
  const tried = ['.ssh/id_ed25519', '.aws/credentials', 'other/.env', 'tools/versions/2']
  const acts = tried.map(name => ({ id: name, verb: 'read', with: path.join(ada, name) }))
  expect(await doneInside(lab, acts)).toEqual(['tools/versions/2'])
})
