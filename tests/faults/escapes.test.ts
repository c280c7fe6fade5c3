import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { bin, type Lab, openLab, packageRoot } from '../lab.ts'
import { ended, saidIn, setUpAgent, startAgent } from '../support/agents.ts'
import { IS_ROOT, runTestsAsNobody } from '../support/as-nobody.ts'
import { shellTty } from '../support/cli.ts'
import { type Served, serveBuilt } from '../support/serve.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'
import { figure } from './figures.ts'

// X13: the acts of docs/reliability.md, tried from inside. What a row allows is allowed by design, and SECURITY.md says so.
type Column = 'tool' | 'agent' | 'sandbox'
interface Act {
  readonly id: string
  readonly verb: string
  readonly with?: unknown
  /** Where it can be done. */
  readonly open: readonly Column[]
  /** What shows outside that it was done; left out, what it says itself counts. */
  readonly effect?: (run: string) => boolean
}

const PROBE = path.join(packageRoot, 'tests/support/escapes.mjs')
const MARK = '# escaped\n'
const BRANCHES = 100

interface Stage {
  readonly lab: Lab
  readonly served: Served
  readonly ada: string
  readonly port: number
}

function actsOf({ lab, served, ada, port }: Stage): Act[] {
  const [home, trusted] = [lab.home, path.join(lab.home, 'trust')]
  const append = (id: string, file: string, open: readonly Column[] = []): Act => ({
    id,
    verb: 'append',
    with: { file, text: MARK },
    open,
    effect: () => fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes(MARK),
  })
  const connect = (id: string, host: string): Act => ({
    id,
    verb: 'connect',
    with: { host, port },
    open: ['tool', 'agent'],
  })
  return [
    { id: 'read ~/.ssh', verb: 'read', with: path.join(ada, '.ssh/id_ed25519'), open: ['tool'] },
    { id: 'read ~/.aws', verb: 'read', with: path.join(ada, '.aws/credentials'), open: ['tool'] },
    { id: 'read the environment of process 1', verb: 'first', open: [] },
    { id: 'read the environment of the server', verb: 'read', with: `/proc/${served.pid}/environ`, open: [] },
    append('write a file of the project', path.join(lab.root, 'README.md'), ['tool', 'sandbox']),
    append('write .git/hooks', path.join(lab.root, '.git/hooks/pre-commit'), ['tool']),
    append('write .git/config', path.join(lab.root, '.git/config'), ['tool']),
    append('lend objects from elsewhere', path.join(lab.root, '.git/objects/info/alternates'), ['tool']),
    { id: 'read the key of the secrets', verb: 'read', with: path.join(home, 'secrets/identity.txt'), open: [] },
    append('write to the secrets', path.join(home, 'secrets/planted')),
    append('write to what is trusted', path.join(trusted, fs.readdirSync(trusted)[0] ?? '')),
    { id: 'read the token of the server', verb: 'read', with: path.join(home, 'token'), open: [] },
    append('change the person’s settings', path.join(home, 'config.yaml')),
    append('write to another project', path.join(ada, 'other/file.txt'), ['tool']),
    append('write what a shell starts with', path.join(ada, '.bashrc'), ['tool']),
    {
      id: 'have our API trust everything',
      verb: 'ask',
      with: { url: `${served.address}/api/operations/trust.grant`, token: path.join(home, 'token') },
      open: [],
    },
    connect('reach 169.254.169.254', '127.0.0.2'),
    connect('reach a machine of the network', '127.0.0.3'),
    connect('reach any host', '127.0.0.4'),
    { id: 'signal the server', verb: 'signal', with: served.pid, open: [] },
    { id: 'trace the server', verb: 'trace', with: served.pid, open: [] },
    { id: 'type into the terminal', verb: 'type', open: [] },
    { id: 'start processes without end', verb: 'fork', with: BRANCHES, open: ['tool', 'agent', 'sandbox'] },
    { id: 'outlive its run', verb: 'stay', open: [], effect: run => findByMarker(run).length > 0 },
    { id: 'write a file of 10 GiB', verb: 'grow', with: 'ten-gib', open: [] },
    ...rightsActs(lab, served),
    ...gitActs(lab),
  ]
}

/** What a process with the rights of root could do, also as root of a user namespace that it makes itself. */
function rightsActs(lab: Lab, served: Served): Act[] {
  const trusted = path.join(lab.home, 'trust')
  const tries = [trusted, lab.home, '/'].flatMap(place =>
    ['bind,rw', 'rw'].map(how => `mount -o remount,${how} ${place}`),
  )
  const remount = `(${tries.join('; ')}) 2>/dev/null; touch ${trusted}/remounted`
  const nested = (script: string) => `unshare -Urm sh -c '${script}' || unshare -Um sh -c '${script}'`
  const proc = `mount -t proc proc /mnt && test -e /mnt/${served.pid}/environ`
  const shell = (id: string, script: string): Act => ({ id, verb: 'shell', with: script, open: [] })
  return [
    shell('remount what is read-only', remount),
    shell('remount it as root of a user namespace', nested(remount)),
    shell('mount a proc that shows the server', `(${proc}) || ${nested(proc)}`),
    { id: 'open a disk', verb: 'disk', with: disks(lab), open: [] },
    shell('make a device', `mknod ${lab.root}/made b 7 0 || mknod made b 7 0 || mknod /tmp/made b 7 0`),
    { id: 'hold a capability', verb: 'capable', open: [] },
    shell('change a setting of the kernel', ': >> /proc/sys/kernel/core_pattern'),
    shell('make a control group', 'mkdir /sys/fs/cgroup/furrow-escape && rmdir /sys/fs/cgroup/furrow-escape'),
    { id: 'gain rights by a setuid program', verb: 'setuid', open: [] },
  ]
}

/** The disks of this machine by their names, and one by a name of its own where the test may make one. */
function disks(lab: Lab): string[] {
  const rows = fs.readFileSync('/proc/partitions', 'utf8').trim().split('\n').slice(2)
  const known = rows.map(row => row.trim().split(/\s+/) as [string, string, string, string])
  const [first] = known
  const made = path.join(lab.root, 'disk')
  if (IS_ROOT && first !== undefined) execFileSync('mknod', [made, 'b', first[0], first[1]])
  return [...known.map(([, , , name]) => `/dev/${name}`), made]
}

/** What git follows or executes for whoever works in that worktree later. */
function gitActs(lab: Lab): Act[] {
  const plant = (name: string, open: readonly Column[] = ['tool']): Act => ({
    id: `write ${name} of git`,
    verb: 'plantGit',
    with: { name, text: MARK },
    open,
  })
  return [
    plant('info/attributes'),
    plant('hooks/post-checkout'),
    plant('config.worktree', ['tool', 'sandbox']),
    plant('gitdir', ['tool', 'sandbox']),
    { ...plant('commondir'), effect: () => fs.existsSync(path.join(lab.root, '.git/commondir')) },
  ]
}

interface Told {
  readonly done: boolean
  readonly told: string
}

/** One process in each place tries all of them. */
const TRIES: Record<Column, (stage: Pick<Stage, 'lab'>, table: string) => Promise<{ said: string; run: string }>> = {
  async tool({ lab }, table) {
    const args = JSON.stringify([PROBE, table])
    writeTool(
      lab,
      'probe',
      bareTool(
        { timeout_seconds: 120 },
        `const { execFileSync } = await import('node:child_process')
        print({ ok: true, data: execFileSync(process.execPath, ${args}, { encoding: 'utf8' }) })`,
      ),
    )
    await trust(lab)
    // From a terminal, so that there is one to type into.
    const { stdout } = await shellTty(lab, `'${process.execPath}' '${bin}' run probe`)
    const [newest] = (await lab.call('run.list', { kind: 'tool' })).runs
    if (newest === undefined) throw new Error(stdout)
    expect(newest).toMatchObject({ contained: true })
    const { result } = await lab.call('tool.interaction', { name: 'probe', id: newest.id })
    return { said: String(result?.data), run: newest.id }
  },
  async agent({ lab }, table) {
    const line = { command: process.execPath, args: [PROBE, table] }
    const run = await ended(lab, await startAgent(lab, [{ terminal: line }], { profile: 'write' }))
    expect(run).toMatchObject({ contained: true })
    return { said: saidIn(lab, run), run: run.id }
  },
  async sandbox({ lab }, table) {
    const line = [process.execPath, bin, 'exec', '--sandbox', '--', process.execPath]
    const probe = [path.join(lab.root, 'probe.mjs'), table]
    const { stdout } = await shellTty(lab, [...line, ...probe].map(word => `'${word}'`).join(' '))
    const [newest] = (await lab.call('run.list', { kind: 'exec' })).runs
    expect(newest).toMatchObject({ level: 'sandbox', contained: true })
    return { said: stdout, run: newest?.id ?? '' }
  },
}

test.each(Object.keys(TRIES) as Column[])('X13 the ways out, %s: each closed or open as tabled', async column => {
  await using place = await openStage()
  const { lab } = place
  const acts = actsOf(place)
  expect(acts).toHaveLength(39)
  const table = path.join(lab.root, 'acts.json')
  lab.write('acts.json', JSON.stringify({ acts }))
  fs.copyFileSync(PROBE, path.join(lab.root, 'probe.mjs'))
  const { said, run } = await TRIES[column](place, table)
  const told = toldIn(said)
  const outcomes = acts.map(({ id, effect }) => ({ id, done: told[id]?.done === true && (effect?.(run) ?? true) }))
  const closed = outcomes.filter(({ done }) => !done)
  figure('X13', `${column}: of ${acts.length} acts closed`, closed.length)
  for (const { id } of closed)
    console.log(`X13  ${column} cannot ${id}: ${told[id]?.told || 'what it wrote went with it'}`)
  expect(outcomes.filter(({ done }) => done).map(({ id }) => id)).toEqual(
    acts.filter(({ open }) => open.includes(column)).map(({ id }) => id),
  )
  expect(findByMarker(run)).toEqual([])
})

function toldIn(said: string): Record<string, Told> {
  const told = JSON.parse(/<<(\{.*\})>>/s.exec(said)?.[1] ?? 'null') as Record<string, Told> | null
  if (told === null) throw new Error(said)
  return told
}

/** Leads the git of the worktree to a repository of the agent's own, whose settings name a program. */
const LEAD_ELSEWHERE = `G=$(sed 's/^gitdir: //' .git); mkdir -p eg/objects/info eg/refs
git rev-parse --git-path objects > eg/objects/info/alternates
printf '#!/bin/sh\\ntouch "%s/ran"\\n' "$HOME" > x.sh; chmod +x x.sh
printf '[core]\\n\\trepositoryformatversion = 0\\n[filter ""]\\n\\tclean = "sh %s/x.sh; cat"\\n' "$PWD" > eg/config
echo '* filter=' > .gitattributes
for file in commondir gitdir config.worktree hooks/pre-commit info/attributes; do
  (echo "$PWD/eg" > "$G/$file") 2>/dev/null && echo "wrote $file"
  test -e "$G/$file" && rm -rf "$G/$file" 2>/dev/null && echo "removed $file"
done
mv "$G/commondir" "$G/aside" && echo 'moved commondir'
ln -sf "$PWD/eg/commondir" "$G/commondir" && echo 'linked commondir'
(echo "gitdir: $PWD/eg" > .git) && echo 'wrote .git'
rm eg -rf .gitattributes; git add -A && git -c user.name=a -c user.email=a@example.org commit -qm 'From inside' && git log -1 --format=%s`

test('X13 an agent cannot lead git elsewhere, and commits in its worktree as ever', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  const line = { command: 'sh', args: ['-c', LEAD_ELSEWHERE] }
  const run = await ended(lab, await startAgent(lab, [{ terminal: line }], { profile: 'write' }))
  expect(run).toMatchObject({ contained: true, agent: { changes: 'open' } })
  const said = saidIn(lab, run)
  expect(said.match(/^(?:wrote|removed|moved|linked) .+$/gm)).toBeNull()
  expect(said).toContain('From inside')
  expect(fs.existsSync(path.join(path.dirname(lab.root), 'ran'))).toBe(false)
})

/** A home in which nothing has been needed so far: what is made there first would be taken for Furrow's own. */
const NOT_YET = ['token', 'tokens/mine.json', 'sessions/4747.json', 'secrets/identity.txt', 'backups/mine/index.json']
const DECIDED = ['config.yaml', 'trust/mine.json', 'caches/tools/mine.cjs']

test.each(['tool', 'agent'] as const)(
  'X13 what Furrow has not made yet cannot be made in its place, nor its home be moved away: %s',
  async column => {
    await using lab = await openLab()
    if (column === 'agent') setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
    const plants = [...NOT_YET, ...DECIDED].map((name): Act => {
      const file = path.join(lab.home, name)
      return { id: `make ${name}`, verb: 'plant', with: { file, text: MARK }, open: [] }
    })
    const moves = [lab.home, path.dirname(lab.home), path.join(lab.home, 'caches')].map((from): Act => {
      return { id: `move ${path.relative('/', from)}`, verb: 'move', with: { from, to: `${from}-moved` }, open: [] }
    })
    lab.write('acts.json', JSON.stringify({ acts: [...plants, ...moves] }))
    const { said } = await TRIES[column]({ lab }, path.join(lab.root, 'acts.json'))
    const told = toldIn(said)
    expect(Object.keys(told).filter(id => told[id]?.done !== false)).toEqual([])
    for (const name of [...NOT_YET, ...DECIDED]) expect(textAt(path.join(lab.home, name))).not.toContain(MARK)
  },
)

/** What a shell, git, ssh, npm or a desktop of the person would start with, and where programs are found first. */
const STARTS_LATER = [
  ...['.gitconfig', '.config/git/config', '.config/git/hooks/pre-commit', '.ssh/config', '.ssh/rc', '.npmrc', '.netrc'],
  ...['.bashrc', '.bash_profile', '.profile', '.zshenv', '.zshrc', '.config/fish/conf.d/x.fish', '.inputrc', '.vimrc'],
  ...[
    '.config/systemd/user/x.service',
    '.config/autostart/x.desktop',
    '.config/environment.d/x.conf',
    '.pam_environment',
  ],
  ...['.local/bin/git', 'bin/git', '.cargo/bin/git', '.cargo/config.toml', 'go/bin/git', '.npm/_npx/1/package.json'],
  ...[
    '.cache/p10k-instant-prompt-ada.zsh',
    '.cache/node/corepack/v1/yarn.js',
    '.gradle/init.gradle',
    '.m2/settings.xml',
  ],
  ...['.codex/config.toml', '.local/share/applications/x.desktop', '.gnupg/gpg.conf', '.aws/config', '.yarnrc.yml'],
]
const ALLOWED = ['.scripted-agent/session.json', '.npm/_cacache/x', '.cache/pip/x']

test.each(['nothing is there', 'some of it is there'])(
  'X13 an agent leaves nothing in the home that starts later, where %s',
  async stage => {
    await using lab = await openLab()
    setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
    const ada = path.dirname(lab.root)
    for (const folder of ['.npm/_cacache', '.cache/pip', '.scripted-agent']) fs.mkdirSync(path.join(ada, folder), MADE)
    if (stage.startsWith('some')) {
      for (const name of STARTS_LATER) fs.mkdirSync(path.dirname(path.join(ada, name)), MADE)
      fs.writeFileSync(path.join(ada, 'dotfile'), '')
      fs.symlinkSync('dotfile', path.join(ada, '.gitconfig'))
      fs.writeFileSync(path.join(ada, '.ssh/config'), '')
    }
    const acts = [...STARTS_LATER, ...ALLOWED].map((name): Act => {
      return { id: name, verb: 'plant', with: { file: path.join(ada, name), text: MARK }, open: [] }
    })
    lab.write('acts.json', JSON.stringify({ acts }))
    const before = placesIn(ada)
    await TRIES.agent({ lab }, path.join(lab.root, 'acts.json'))
    expect([...STARTS_LATER, ...ALLOWED].filter(name => textAt(path.join(ada, name)).includes(MARK))).toEqual(ALLOWED)
    expect(placesIn(ada)).toEqual([...before, ...ALLOWED].sort())
  },
)

const MADE = { recursive: true }

/** All of the person's folder but the workspace and Furrow's own. */
function placesIn(ada: string): string[] {
  const names = fs.readdirSync(ada, { recursive: true, encoding: 'utf8' })
  return names.filter(name => !/^(?:workspace|home)(?:\/|$)/.test(name)).sort()
}

test('X13 an agent reaches no session bus and no terminal of the person by their sockets', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  const tmux = `/tmp/tmux-${process.pid}`
  fs.mkdirSync(tmux)
  const listener = net.createServer(socket => socket.end())
  await new Promise<void>(resolve => listener.listen(path.join(tmux, 'default'), resolve))
  const home = net.createServer(socket => socket.end())
  await new Promise<void>(resolve => home.listen(path.join(path.dirname(lab.root), '.bus'), resolve))
  try {
    const sockets = [path.join(tmux, 'default'), path.join(path.dirname(lab.root), '.bus')]
    const acts = sockets.map((socket): Act => ({ id: socket, verb: 'connect', with: { path: socket }, open: [] }))
    lab.write('acts.json', JSON.stringify({ acts }))
    const { said } = await TRIES.agent({ lab }, path.join(lab.root, 'acts.json'))
    const told = toldIn(said)
    expect(sockets.map(socket => told[socket]?.done)).toEqual([false, false])
  } finally {
    listener.close()
    home.close()
    fs.rmSync(tmux, { recursive: true })
  }
})

test('X13 what the caller left open is closed inside', async () => {
  await using lab = await openLab()
  const command = `exec 30</ 40</etc; exec "$@"`
  const inside = ['exec', '--sandbox', '--', 'sh', '-c', 'ls /proc/self/fd; ls /proc/self/fd/30/ && echo OUTSIDE']
  const { stdout } = spawnSync('bash', ['-c', command, 'bash', process.execPath, bin, ...inside], {
    cwd: lab.root,
    env: lab.env,
    encoding: 'utf8',
  })
  const open = stdout.split(/\s+/)
  expect([open.includes('0'), open.includes('30'), open.includes('40'), open.includes('OUTSIDE')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.runIf(IS_ROOT)('X13 all of the above as an ordinary user', () => {
  const { status, stdout } = runTestsAsNobody('tests/faults/escapes.test.ts')
  console.log(stdout)
  expect(stdout).toContain('10 passed')
  expect(status).toBe(0)
})

function textAt(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

interface OpenStage extends Stage, AsyncDisposable {}

/** A person with keys, settings, secrets, another project, a server, and listeners that stand for other machines. */
async function openStage(): Promise<OpenStage> {
  const lab = await openLab()
  const ada = path.dirname(lab.root)
  const files = { '.ssh/id_ed25519': 'KEY', '.aws/credentials': 'KEY', '.bashrc': '', 'other/file.txt': '' }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(ada, file)), { recursive: true })
    fs.writeFileSync(path.join(ada, file), text)
  }
  lab.write('README.md', '# Ours\n')
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  await lab.call('secrets.set', { name: 'API_KEY', value: 'a long secret value' })
  lab.write('.sdlc/tools/other/tool.ts', bareTool({}, 'print({ ok: true })'))
  await trust(lab)
  const listener = net.createServer(socket => socket.end())
  await new Promise<void>(resolve => listener.listen(0, '0.0.0.0', resolve))
  const { port } = listener.address() as net.AddressInfo
  const served = await serveBuilt(lab)
  return {
    lab,
    ada,
    port,
    served,
    async [Symbol.asyncDispose]() {
      listener.close()
      await served[Symbol.asyncDispose]()
      await lab[Symbol.asyncDispose]()
    },
  }
}
