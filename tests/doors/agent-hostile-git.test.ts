import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { changeRun } from '../../src/runs/record/records.ts'
import { type Lab, openLab, person } from '../lab.ts'
import { ended, madeRun, saidIn, setUpAgent, startAgent, until } from '../support/agents.ts'

// X8, X13: what an agent leaves behind in its worktree, and in the git directory of it, starts nothing outside.

function git(at: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always']
  return execFileSync('git', [...identity, ...args], { cwd: at, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const beside = (lab: Lab, name: string) => path.join(path.dirname(lab.root), name)

/** Where a program that runs outside would leave its mark; an agent may not write there itself. */
function trap(lab: Lab): { readonly mark: string; readonly command: string } {
  const mark = path.join(lab.home, 'escaped')
  return { mark, command: `touch '${mark}'; cat` }
}

function config(command: string): string {
  const program = JSON.stringify(command)
  return [
    `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${program}`,
    `[filter ""]\n\tclean = ${program}\n\tsmudge = ${program}\n\trequired = true`,
    `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}`,
    `[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}`,
    `[merge "evil"]\n\tdriver = ${program}`,
    `[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${program}\n`,
  ].join('\n')
}

/** What it does with its own hands: another common directory, pointers to elsewhere, attributes, a nested repository. */
function attack(lab: Lab, command: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return `
    G=$(sed 's/^gitdir: //' .git); mkdir -p eg/objects/info eg/refs eg/hooks eg/info
    echo ${quoted(path.join(lab.root, '.git/objects'))} > eg/objects/info/alternates
    printf %s ${quoted(config(command))} > eg/config; cp eg/config eg/config.worktree
    for h in post-index-change reference-transaction post-checkout; do printf '#!/bin/sh\\n%s\\n' ${quoted(command)} > eg/hooks/$h; chmod +x eg/hooks/$h; done
    printf '* filter= diff=evil merge=evil\\n*.txt filter=evil\\n' > .gitattributes
    mkdir -p "$G/info"
    for f in commondir gitdir config.worktree info/attributes; do rm -f "$G/$f"; done
    echo "$PWD/eg" > "$G/commondir"; cp eg/config "$G/config.worktree"; cp .gitattributes "$G/info/attributes"
    echo /nowhere/.git > "$G/gitdir"
    mkdir nested && cd nested && git init -q . && printf %s ${quoted(config(command))} >> .git/config && cd ..
    git init -q lib; printf %s ${quoted(config(command))} >> lib/.git/config; echo '* filter=' > lib/.gitattributes; echo x > lib/file.txt
    echo changed > a.txt; echo done`
}

test('X13 a contained agent that turns its git directory against the host starts nothing, and its files are kept as they are', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  const inner = beside(lab, 'inner')
  git(path.dirname(lab.root), 'init', '-q', inner)
  fs.writeFileSync(path.join(inner, 'file.txt'), 'x\n')
  git(inner, 'add', '.')
  git(inner, 'commit', '-qm', 'inner')
  lab.write('a.txt', 'one\n')
  git(lab.root, 'submodule', '--quiet', 'add', inner, 'lib')
  git(lab.root, 'add', 'a.txt')
  git(lab.root, 'commit', '-qm', 'first')
  const { mark, command } = trap(lab)
  const run = await startAgent(lab, [{ terminal: { command: 'sh', args: ['-c', attack(lab, command)] } }], {
    profile: 'write',
  })
  const over = await ended(lab, run)
  expect(saidIn(lab, run)).toContain('done')
  expect(fs.existsSync(mark)).toBe(false)
  expect(over).toMatchObject({ status: 'succeeded', agent: { changes: 'open' } })
  const { files } = await lab.call('agent.diff', { id: run.id }, person)
  expect(files).toEqual(
    expect.arrayContaining([
      { path: '.gitattributes', change: 'added' },
      { path: 'a.txt', change: 'changed' },
    ]),
  )
  expect(fs.existsSync(mark)).toBe(false)
  // Nobody has to know its pointers to clear it away.
  await lab.call('agent.discard', { id: run.id }, person)
  expect(fs.existsSync(over.agent?.worktree ?? '')).toBe(false)
  expect(fs.readdirSync(path.join(lab.root, '.git/worktrees'))).toEqual([])
  expect(fs.existsSync(mark)).toBe(false)
  expect(git(lab.root, 'status', '--porcelain', '--untracked-files=no').trim()).toBe('')
})

test('a nested repository in the place of a submodule is not entered', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const inner = beside(lab, 'inner')
  git(path.dirname(lab.root), 'init', '-q', inner)
  git(inner, 'commit', '-q', '--allow-empty', '-m', 'inner')
  git(lab.root, 'submodule', '--quiet', 'add', inner, 'lib')
  git(lab.root, 'commit', '-qm', 'first')
  const { mark, command } = trap(lab)
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n' })
  const lib = path.join(part?.worktree ?? '', 'lib')
  git(lib, 'clone', '-q', inner, '.')
  fs.writeFileSync(path.join(lib, 'file.txt'), 'x\n')
  git(lib, 'add', '.')
  fs.writeFileSync(path.join(lib, 'file.txt'), 'y\n')
  fs.writeFileSync(path.join(lib, '.gitattributes'), '* filter=evil\n')
  fs.appendFileSync(path.join(lib, '.git/config'), config(command))
  execFileSync('git', ['status'], { cwd: path.dirname(lib), stdio: 'ignore' })
  expect(fs.existsSync(mark)).toBe(true)
  fs.rmSync(mark)
  expect((await lab.call('agent.diff', { id }, person)).files).toEqual([{ path: 'a.txt', change: 'changed' }])
  await lab.call('agent.merge', { id }, person)
  expect(lab.read('a.txt')).toBe('two\n')
  expect(fs.existsSync(mark)).toBe(false)
})

test('what is written into the git directory of a worktree is not believed', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  lab.write('b.txt', 'one\n')
  const { mark, command } = trap(lab)
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n' })
  const gitDir = path.join(lab.root, '.git/worktrees', id)
  const other = beside(lab, 'other')
  git(path.dirname(lab.root), 'init', '-q', '--bare', other)
  fs.writeFileSync(path.join(other, 'config'), config(command))
  for (const [name, text] of [
    ['commondir', other],
    ['gitdir', '/nowhere/.git'],
    ['HEAD', 'ref: refs/heads/nowhere'],
    ['index', 'no index'],
    ['config.worktree', config(command)],
  ])
    fs.writeFileSync(path.join(gitDir, name ?? ''), `${text}\n`)
  fs.writeFileSync(path.join(part?.worktree ?? '', '.git'), `gitdir: ${other}\n`)
  fs.writeFileSync(path.join(part?.worktree ?? '', '.gitattributes'), '* filter= text eol=crlf\n')
  expect((await lab.call('agent.diff', { id }, person)).files).toEqual([
    { path: '.gitattributes', change: 'added' },
    { path: 'a.txt', change: 'changed' },
  ])
  await lab.call('agent.merge', { id }, person)
  expect([lab.read('a.txt'), lab.read('b.txt')]).toEqual(['two\n', 'one\n'])
  expect(fs.existsSync(mark)).toBe(false)
  expect(fs.existsSync(gitDir)).toBe(false)
})

const LINES = ['one', 'two', 'three', 'four']

test.each([
  ['core.autocrlf', 'true', ''],
  ['core.eol', 'crlf', '* text=auto\n'],
  ['core.autocrlf', 'false', '* text eol=crlf\n'],
  ['core.autocrlf', 'input', ''],
])('lines that end in CRLF stay so: %s=%s, attributes %j', async (key, value, attributes) => {
  await using lab = await openLab()
  git(lab.root, 'config', key, value)
  if (attributes !== '') lab.write('.gitattributes', attributes)
  const crlf = (lines: readonly string[]) => lines.map(line => `${line}\r\n`).join('')
  lab.write('a.txt', crlf(LINES))
  git(lab.root, 'add', '.')
  git(lab.root, 'commit', '-qm', 'first')
  lab.write('a.txt', crlf([...LINES, 'by hand']))
  const { id, agent: part } = await madeRun(lab, { 'new.txt': 'new\n' })
  const file = path.join(part?.worktree ?? '', 'a.txt')
  const given = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, given.replace('two', 'two, by the agent'))
  const { diff } = await lab.call('agent.diff', { id }, person)
  expect(diff.split('\n').filter(line => /^[-+][^-+]/.test(line))).toEqual(['-two', '+two, by the agent', '+new'])
  await lab.call('agent.merge', { id }, person)
  expect(lab.read('a.txt')).toBe(crlf(['one', 'two, by the agent', 'three', 'four', 'by hand']))
  await lab.call('agent.undo', { id }, person)
  expect(lab.read('a.txt')).toBe(crlf([...LINES, 'by hand']))
})

test('a record that names another folder as its worktree removes nothing and takes nothing over', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'x\n')
  const { id } = await madeRun(lab, { 'a.txt': 'y\n' })
  const precious = beside(lab, 'precious')
  fs.mkdirSync(precious)
  fs.writeFileSync(path.join(precious, 'letter.txt'), 'dear\n')
  const renamed = (changes: 'open' | 'merged') =>
    lab.app.within('agent.start', { actor: person }, call =>
      call.store.exclusively(() =>
        changeRun(call, id, run =>
          run.agent === undefined ? run : { ...run, agent: { ...run.agent, worktree: precious, changes } },
        ),
      ),
    )
  for (const changes of ['open', 'merged'] as const) {
    await renamed(changes)
    for (const name of ['agent.diff', 'agent.merge', 'agent.discard'] as const)
      expect(await lab.refusal(name, { id })).toMatchObject({ code: expect.stringMatching(/damaged|invalid_state/) })
  }
  expect(fs.readFileSync(path.join(precious, 'letter.txt'), 'utf8')).toBe('dear\n')
  expect(lab.read('a.txt')).toBe('x\n')
})

test('names that git takes from nobody are left out, and the rest of what the agent made is read', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { command, mark } = trap(lab)
  const odd = ['.GIT/config', 'sub/.Git/config', 'git~1/config', '.git /config', '.giT']
  const files = Object.fromEntries(odd.map(name => [name, config(command)]))
  const { id } = await madeRun(lab, { ...files, 'a.txt': 'two\n', 'sub/b.txt': 'new\n' })
  expect((await lab.call('agent.diff', { id }, person)).files).toEqual([
    { path: 'a.txt', change: 'changed' },
    { path: 'sub/b.txt', change: 'added' },
  ])
  await lab.call('agent.merge', { id }, person)
  expect([lab.read('a.txt'), lab.read('sub/b.txt')]).toEqual(['two\n', 'new\n'])
  expect(odd.filter(name => fs.existsSync(path.join(lab.root, name)))).toEqual([])
  expect(fs.existsSync(mark)).toBe(false)
})

test.each([
  ['a link', "it's a link", 'is a symbolic link'],
  ['a name that begins with -', '--help/-rf', 'has a part that starts with -'],
  ['a name that means a device elsewhere', 'docs/aux.md', 'is a reserved device name'],
])('%s is refused with the command that takes it over; afterwards the rest is merged', async (_, name, why) => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n' })
  const place = path.join(part?.worktree ?? '', name)
  fs.mkdirSync(path.dirname(place), { recursive: true })
  if (why.includes('link')) fs.symlinkSync('a.txt', place)
  else fs.writeFileSync(place, 'two\n')
  const refused = await lab.refusal('agent.merge', { id }, person)
  expect(refused).toMatchObject({ code: 'unsupported', target: name, message: expect.stringContaining(why) })
  expect(lab.read('a.txt')).toBe('one\n')
  execFileSync('sh', ['-c', refused.fix ?? 'false'], { cwd: lab.root })
  await lab.call('agent.merge', { id }, person)
  expect([lab.read('a.txt'), lab.read(name)]).toEqual(['two\n', 'two\n'])
})

const PIPES = `
  rm a.txt && mkfifo a.txt .gitattributes .gitignore .mailmap pipe
  mkdir -p sub/deep nested/.git/objects nested/.git/refs && mkfifo sub/deep/.gitattributes sub/.gitignore nested/.git/HEAD
  chmod 500 sub/deep
  echo hi > new.txt; echo done`

const IN_THE_WAY = ['.gitattributes', '.gitignore', '.mailmap', 'nested/.git/HEAD', 'sub/.gitignore']
const AS_THEY_WERE = ['a.txt', 'pipe']

test('pipes that an agent leaves hold up neither its end nor what is decided, and are named', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  for (const name of ['a.txt', 'b.txt']) lab.write(name, 'one\n')
  git(lab.root, 'add', 'a.txt', 'b.txt')
  git(lab.root, 'commit', '-qm', 'first')
  const steps = [{ terminal: { command: 'sh', args: ['-c', PIPES] } }]
  const run = await startAgent(lab, steps, { profile: 'write' })
  const over = await ended(lab, run)
  expect(saidIn(lab, run)).toContain('done')
  expect(over).toMatchObject({ status: 'succeeded', agent: { changes: 'open' } })
  expect(over.agent?.left_out).toEqual(
    expect.arrayContaining([
      ...[...IN_THE_WAY, 'sub/deep/.gitattributes'].map(name => `${name} (a named pipe, now ${name}.set-aside)`),
      ...AS_THEY_WERE.map(name => `${name} (a named pipe)`),
    ]),
  )
  const changed = [
    { path: 'a.txt', change: 'removed' },
    { path: 'new.txt', change: 'added' },
  ]
  const seen = await lab.call('agent.diff', { id: run.id }, person)
  expect(seen.files).toEqual(changed)
  expect(seen.left_out).toEqual(expect.arrayContaining(['a.txt (a named pipe)', '.gitignore.set-aside (a named pipe)']))
  await lab.call('agent.merge', { id: run.id, result: seen.result }, person)
  expect(git(lab.root, 'status', '--porcelain').trim().split('\n')).toEqual(
    expect.arrayContaining(['D a.txt', '?? new.txt']),
  )
  const other = await startAgent(lab, [{ terminal: { command: 'sh', args: ['-c', 'mkfifo .gitattributes'] } }], {
    profile: 'write',
  })
  expect(await ended(lab, other)).toMatchObject({ status: 'succeeded', agent: { changes: 'none' } })
})

test('a run with a pipe in its worktree is stopped and discarded', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('a.txt', 'one\n')
  const does = 'mkfifo .gitattributes; echo hi > new.txt; exec sleep 600'
  const run = await startAgent(lab, [{ terminal: { command: 'sh', args: ['-c', does] } }], { profile: 'write' })
  const at = (name: string) => path.join(lab.root, '.sdlc/.runs/worktrees', run.id, name)
  await until(() => fs.existsSync(at('new.txt')) || undefined, 'its pipe')
  expect((await lab.call('agent.diff', { id: run.id }, person)).files).toEqual([{ path: 'new.txt', change: 'added' }])
  execFileSync('mkfifo', [at('.gitattributes')])
  await lab.call('agent.stop', { id: run.id }, person)
  const over = await ended(lab, run)
  expect(over).toMatchObject({ status: 'stopped', agent: { changes: 'open' } })
  expect(over.agent?.left_out).toContain('.gitattributes (a named pipe, now .gitattributes.set-aside-2)')
  execFileSync('mkfifo', [at('.gitignore')])
  await lab.call('agent.discard', { id: run.id }, person)
  expect(fs.existsSync(at('.'))).toBe(false)
})

test.each([
  ['a link', (nested: string, elsewhere: string) => fs.symlinkSync(elsewhere, path.join(nested, '.git'))],
  [
    'a pointer',
    (nested: string, elsewhere: string) => fs.writeFileSync(path.join(nested, '.git'), `gitdir: ${elsewhere}\n`),
  ],
])('%s in a worktree that leads git to a pipe elsewhere holds nobody up', async (_, plant) => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n', 'nested/file.txt': 'x\n' })
  const elsewhere = beside(lab, 'elsewhere')
  for (const name of ['objects', 'refs']) fs.mkdirSync(path.join(elsewhere, name), { recursive: true })
  execFileSync('mkfifo', [path.join(elsewhere, 'HEAD')])
  plant(path.join(part?.worktree ?? '', 'nested'), elsewhere)
  const { files, left_out } = await lab.call('agent.diff', { id }, person)
  expect(files).toEqual(
    expect.arrayContaining([
      { path: 'a.txt', change: 'changed' },
      { path: 'nested/file.txt', change: 'added' },
    ]),
  )
  expect(left_out).toContain('nested/.git (a repository, now nested/.git.set-aside)')
  await lab.call('agent.discard', { id }, person)
})

test('the files of a repository that the agent made are in the result, and its .git is named', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n', 'lib/work.txt': 'x\n', '.GIT/config': 'x\n' })
  const worktree = part?.worktree ?? ''
  execFileSync('git', ['init', '-q', path.join(worktree, 'lib')])
  for (let n = 0; n < 2; n += 1) {
    const { files, left_out } = await lab.call('agent.diff', { id }, person)
    expect(files).toEqual([
      { path: 'a.txt', change: 'changed' },
      { path: 'lib/work.txt', change: 'added' },
    ])
    expect(left_out).toEqual(['lib/.git (a repository, now lib/.git.set-aside)', '.GIT/config (a name of git)'])
  }
  await lab.call('agent.merge', { id }, person)
  expect(lab.read('lib/work.txt')).toBe('x\n')
  expect(lab.list('lib')).toEqual(['work.txt'])
})

test('a folder that is swapped for a link has nothing renamed outside', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n' })
  const outside = beside(lab, 'outside')
  fs.mkdirSync(outside)
  execFileSync('mkfifo', [path.join(outside, '.gitignore')])
  fs.symlinkSync(outside, path.join(part?.worktree ?? '', 'led'))
  await lab.call('agent.diff', { id }, person)
  expect(fs.readdirSync(outside)).toEqual(['.gitignore'])
})
