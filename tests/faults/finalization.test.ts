import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { finalizing, git, withRemote } from '../support/explorations.ts'
import { type ForgeServer, forgeConfig, startForge } from '../support/forge.ts'

const ACTIONS = ['publish', 'index', 'commit', 'push', 'pull_request'] as const

interface Running {
  readonly kill: () => void
  readonly ended: Promise<unknown>
}

function applying(lab: Lab): Running {
  const child = spawn(process.execPath, [bin, 'agent', 'finalize', '--apply'], {
    cwd: lab.root,
    env: { ...lab.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  // With its git: nothing of it lives on.
  return { kill: () => void process.kill(-(child.pid ?? 0), 'SIGKILL'), ended }
}

async function ready(forge: ForgeServer): Promise<{ lab: Lab; bare: string }> {
  const lab = await openLab()
  const bare = withRemote(lab)
  fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), forgeConfig(forge.api), { mode: 0o600 })
  await finalizing(lab, 'summary.md', 'detail.md')
  return { lab, bare }
}

function statusOf(lab: Lab, action: string): string {
  const text = lab.read('.sow/project/state.yaml')
  return new RegExp(`status: (\\w+)\\n(?: {8}.*\\n)*? {8}action: ${action}\\n`).exec(text)?.[1] ?? ''
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve))
}

/** One commit, one pull request, everything published once, whatever happened on the way. */
async function expectWhole(lab: Lab, bare: string, forge: ForgeServer): Promise<void> {
  const { steps, target } = await lab.call('exploration.finalize', { apply: true })
  expect(steps.map(({ action, status }) => [action, status])).toEqual(ACTIONS.map(action => [action, 'completed']))
  expect(lab.list(target)).toEqual(['detail.md', 'summary.md'])
  expect(lab.read('.sow/knowledge/explorations/index.md').match(/^- \[/gm)).toHaveLength(1)
  const subjects = git({ root: bare }, 'log', '--format=%s', 'explore/auth-approaches').trim().split('\n')
  expect(subjects).toEqual(['docs: publish auth-approaches', 'first'])
  expect(forge.opened).toHaveLength(1)
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
  expect(
    (await lab.call('doctor.check', {})).findings.filter(
      ({ check, level }) => check === 'explorations' && level !== 'ok',
    ),
  ).toEqual([])
}

test.each(ACTIONS)('finalization killed as soon as %s is noted goes on from there', async action => {
  await using forge = await startForge()
  const { lab, bare } = await ready(forge)
  await using _ = lab
  const run = applying(lab)
  await until(() => statusOf(lab, action) === 'completed')
  run.kill()
  await run.ended
  await expectWhole(lab, bare, forge)
})

test('killed after git has committed and before that is noted: the commit is found, not made again', async () => {
  await using forge = await startForge()
  const { lab, bare } = await ready(forge)
  await using _ = lab
  const head = path.join(lab.root, '.git/refs/heads/explore/auth-approaches')
  const before = fs.readFileSync(head, 'utf8')
  const run = applying(lab)
  await until(() => fs.readFileSync(head, 'utf8') !== before)
  run.kill()
  await run.ended
  await expectWhole(lab, bare, forge)
})

test('killed while the remote takes the push', async () => {
  await using forge = await startForge()
  const { lab, bare } = await ready(forge)
  await using _ = lab
  const mark = path.join(bare, 'receiving')
  fs.writeFileSync(path.join(bare, 'hooks/pre-receive'), `#!/bin/sh\ntouch '${mark}'\nsleep 600\n`, { mode: 0o755 })
  const run = applying(lab)
  await until(() => fs.existsSync(mark))
  run.kill()
  await run.ended
  fs.rmSync(path.join(bare, 'hooks/pre-receive'))
  await expectWhole(lab, bare, forge)
})

test('killed after the forge has opened the pull request and before it has answered: it is found, not opened again', async () => {
  await using forge = await startForge()
  const { lab, bare } = await ready(forge)
  await using _ = lab
  const received = new Promise<void>(resolve => {
    forge.beforeAnswer = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  const run = applying(lab)
  await received
  run.kill()
  await run.ended
  forge.beforeAnswer = undefined
  await expectWhole(lab, bare, forge)
})

test('a forge that refuses leaves the step open with its reason, and the others done', async () => {
  await using forge = await startForge('somebody/else')
  const { lab } = await ready(forge)
  await using _ = lab
  const refused = await lab.refusal('exploration.finalize', { apply: true })
  expect(refused).toMatchObject({ code: 'failed', details: { status: 404 } })
  expect(ACTIONS.map(action => statusOf(lab, action))).toEqual([
    'completed',
    'completed',
    'completed',
    'completed',
    'pending',
  ])
  await lab.call('exploration.step_skip', { id: '006', reason: 'opened by hand' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

test('a gh that is signed in opens the pull request, told the repository and started outside of it', async () => {
  await using lab = await openLab()
  withRemote(lab)
  await finalizing(lab)
  const shims = path.join(path.dirname(lab.root), 'shims')
  const said = path.join(shims, 'said')
  fs.mkdirSync(shims)
  fs.writeFileSync(path.join(shims, 'gh'), `#!/bin/sh\n${GH(said)}`, { mode: 0o755 })
  const env = { PATH: `${shims}:${lab.env['PATH']}`, GIT_CONFIG_GLOBAL: '/dev/null' }
  const { code, stdout, stderr } = await runCli(lab, ['agent', 'finalize', '--apply', '--json'], { env })
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ pull_request: 'https://forge.test/team/shop/pull/7' })
  const [status = '', list = '', create = ''] = fs.readFileSync(said, 'utf8').trim().split('\n')
  expect([status, list].map(line => line.includes(lab.root))).toEqual([false, false])
  expect(list).toContain(
    'pr list --repo forge.test/team/shop --head explore/auth-approaches --state open --json url,body',
  )
  expect(create).toContain('pr create --repo forge.test/team/shop --head explore/auth-approaches')
  expect(fs.readFileSync(`${said}.body`, 'utf8')).toContain('.sow/knowledge/explorations/auth-approaches-')
})

/** Notes where it was started and with what, and answers as gh does. */
const GH = (said: string) => `echo "$PWD $@" >> '${said}'
case "$1 $2" in
  'auth status') exit 0 ;;
  'pr list') echo '[]' ;;
  'pr create') cat > '${said}.body'; echo https://forge.test/team/shop/pull/7 ;;
esac
`

test('whatever else is staged or changed stays as it was', async () => {
  await using forge = await startForge()
  const { lab } = await ready(forge)
  await using _ = lab
  lab.write('staged.txt', 'staged\n')
  git(lab, 'add', 'staged.txt')
  lab.write('readme.md', '# Changed\n')
  await lab.call('exploration.finalize', { apply: true })
  const status = git(lab, 'status', '--porcelain', '--untracked-files=no').trimEnd().split('\n')
  expect(status).toEqual([' M readme.md', 'A  staged.txt'])
})
