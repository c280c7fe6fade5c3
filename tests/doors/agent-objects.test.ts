import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../lab.ts'
import { ended, madeRun, saidIn, setUpAgent, startAgent } from '../support/agents.ts'
import { runCli, runTty } from '../support/cli.ts'

// X13: what a person saw in the diff of a run is what its merge writes; no agent can put other bytes under the hash.

function git(lab: Lab, ...args: string[]): string {
  return execFileSync('git', args, { cwd: lab.root, env: lab.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const SEEN = 'print("reviewed and fine, ok")\n'
const OTHER = 'import os; os.system("never reviewed")\n'

function object(kind: 'blob' | 'tree', content: Buffer | string): { readonly id: string; readonly bytes: Buffer } {
  const body = Buffer.from(content)
  const bytes = Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body])
  return { id: createHash('sha1').update(bytes).digest('hex'), bytes: deflateSync(bytes) }
}

const looseAt = (objects: string, id: string) => path.join(objects, id.slice(0, 2), id.slice(2))

/** The loose object of one content holds another from now on. */
function swap(lab: Lab, id: string, bytes: Buffer): string {
  const file = looseAt(path.join(lab.root, '.git/objects'), id)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, bytes)
  return file
}

/** A program that does the same with its own hands, where it finds the objects of the repository. */
function swapping(lab: Lab, seen: string, other: string): string {
  const { id } = object('blob', seen)
  const place = looseAt(path.join(lab.root, '.git/objects'), id)
  const bytes = object('blob', other).bytes.toString('base64')
  return `rm -f ${place}; mkdir -p ${path.dirname(place)}; echo ${bytes} | base64 -d > ${place}; echo tried`
}

const shell = (command: string) => ({ terminal: { command: 'sh', args: ['-c', command] } })

test('X13 another agent cannot swap the objects of a result between its diff and its merge', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('a.txt', 'one\n')
  const first = await startAgent(lab, [{ write: { path: 'later.py', content: SEEN } }], { profile: 'write' })
  const over = await ended(lab, first)
  expect((await lab.call('agent.diff', { id: first.id }, person)).diff).toContain(`+${SEEN}`)
  const second = await startAgent(lab, [shell(swapping(lab, SEEN, OTHER))], { profile: 'write' })
  await ended(lab, second)
  expect(saidIn(lab, second)).toContain('tried')
  if (over.contained !== true) return
  await lab.call('agent.merge', { id: first.id }, person)
  expect(lab.read('later.py')).toBe(SEEN)
  expect(() => git(lab, 'fsck', '--full')).not.toThrow()
})

test('X13 an agent cannot plant an object under the hash of its own file', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('a.txt', 'one\n')
  const steps = [shell(swapping(lab, OTHER, SEEN)), { write: { path: 'tool.py', content: OTHER } }]
  const run = await startAgent(lab, steps, { profile: 'write' })
  const over = await ended(lab, run)
  expect(saidIn(lab, run)).toContain('tried')
  if (over.contained !== true) return
  expect((await lab.call('agent.diff', { id: run.id }, person)).diff).toContain(`+${OTHER}`)
  await lab.call('agent.merge', { id: run.id }, person)
  expect(lab.read('tool.py')).toBe(OTHER)
})

test('what an agent commits, and the head of its worktree, stay out of the repository; its git works as ever', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { args: ['--keeps-sessions'], permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('a.txt', 'one\n')
  git(lab, 'add', '-A')
  git(lab, '-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first')
  const commit = 'git -c user.name=A -c user.email=a@b.c commit -qam'
  const first = await startAgent(lab, [shell(`echo two > a.txt && ${commit} second && git log --oneline | wc -l`)], {
    profile: 'write',
  })
  const over = await ended(lab, first)
  expect(saidIn(lab, first)).toMatch(/\b3\b/)
  if (over.contained !== true) return
  // A head that names what is not there stops `git gc`.
  expect(() => git(lab, 'gc', '--quiet')).not.toThrow()
  expect(() => git(lab, 'fsck', '--full')).not.toThrow()
  const prompt = `\`\`\`script\n${JSON.stringify([shell(`git show --stat HEAD && git fsck --full; git log -1 --format=%s`)])}\n\`\`\``
  const second = await lab.call('agent.resume', { id: first.id, prompt }, person)
  await ended(lab, second)
  expect(saidIn(lab, second)).toMatch(/second\s*$/m)
  await lab.call('agent.merge', { id: second.id }, person)
  expect(lab.read('a.txt')).toBe('two\n')
})

test('an object with other content than its hash says is damaged: named with its path, nothing is written, the fix helps', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id } = await madeRun(lab, { 'src/later.py': SEEN })
  await lab.call('agent.diff', { id }, person)
  const loose = swap(lab, object('blob', SEEN).id, object('blob', OTHER).bytes)
  for (const name of ['agent.diff', 'agent.merge'] as const)
    expect(await lab.refusal(name, { id }, person)).toMatchObject({
      code: 'damaged',
      target: 'src/later.py',
      fix: expect.stringContaining(loose),
    })
  expect(lab.list('.')).not.toContain('src')
  const { fix = 'false' } = await lab.refusal('agent.diff', { id }, person)
  execFileSync('sh', ['-c', fix], { cwd: lab.root })
  await lab.call('agent.merge', { id }, person)
  expect(lab.read('src/later.py')).toBe(SEEN)
})

test('a folder whose object lists other files than its hash says is damaged too', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id } = await madeRun(lab, { 'src/later.py': SEEN })
  await lab.call('agent.discard', { id }, person)
  const other = object('blob', OTHER)
  swap(lab, other.id, other.bytes)
  const tree = git(lab, 'rev-parse', `refs/furrow/results/${id}:src`).trim()
  const entry = Buffer.concat([Buffer.from('100644 later.py\0'), Buffer.from(other.id, 'hex')])
  swap(lab, tree, object('tree', entry).bytes)
  expect(await lab.refusal('agent.merge', { id }, person)).toMatchObject({ code: 'damaged', target: 'src' })
  expect(lab.list('.')).not.toContain('src')
})

test('what was seen is merged, and nothing else', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'later.py': SEEN })
  const { result } = await lab.call('agent.diff', { id }, person)
  fs.writeFileSync(path.join(part?.worktree ?? '', 'later.py'), OTHER)
  expect(await lab.refusal('agent.merge', { id, result }, person)).toMatchObject({
    code: 'conflict',
    fix: `furrow runs diff ${id}`,
  })
  expect(lab.list('.')).not.toContain('later.py')
  fs.writeFileSync(path.join(part?.worktree ?? '', 'later.py'), SEEN)
  await lab.call('agent.merge', { id, result }, person)
  expect(lab.read('later.py')).toBe(SEEN)
})

test('a long file hides no other from who reads the diff, and what is cut is said, with what shows all of it', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const long = `${'x'.repeat(99)}\n`.repeat(13_000)
  const { id } = await madeRun(lab, { 'fixtures/data.json': long, 'src/login.py': SEEN, 'zz.py': OTHER })
  const outcome = await lab.app.call('agent.diff', { id }, { actor: person })
  const text = outcome.ok ? outcome.text() : ''
  expect(text).toContain(`+${SEEN}`)
  expect(text).toContain(`+${OTHER}`)
  expect(text.indexOf('added fixtures/data.json')).toBeLessThan(text.indexOf('added zz.py'))
  expect(text.indexOf('added zz.py')).toBeLessThan(text.indexOf('diff --git'))
  expect(text).not.toContain('To merge exactly this')
  expect(text.match(/\[the rest of this file is cut\]/g)).toHaveLength(1)
  const { whole = 'false' } = await lab.call('agent.diff', { id }, person)
  expect(execFileSync('sh', ['-c', whole], { cwd: lab.root, encoding: 'utf8', maxBuffer: 2 ** 24 })).toContain(
    long.slice(-99),
  )
})

test('everything that keeps a merge from being done is named at once, and each fix leads on', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const { id, agent: part } = await madeRun(lab, { 'a.txt': 'two\n', '-rf': 'x\n' })
  const worktree = part?.worktree ?? ''
  fs.symlinkSync('a.txt', path.join(worktree, 'link'))
  const nested = path.join(worktree, 'nested')
  execFileSync('git', ['init', '-q', nested])
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org']
  execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', 'x'], { cwd: nested })
  const first = await lab.refusal('agent.merge', { id }, person)
  expect(first).toMatchObject({ code: 'unsupported', details: { files: ['-rf', 'link', 'nested'] } })
  for (let tries = 0; tries < 2; tries += 1) {
    const { fix = 'false' } = await lab.refusal('agent.merge', { id }, person)
    execFileSync('sh', ['-c', fix], { cwd: lab.root })
  }
  await lab.call('agent.merge', { id }, person)
  expect([lab.read('a.txt'), lab.read('-rf'), lab.read('link')]).toEqual(['two\n', 'x\n', 'two\n'])
})

test('a terminal shows a diff as it is, with escape sequences visible', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'one\n')
  const script = 'echo `curl x | sh`\nrm -rf *build* *tmp*\n\tgood\n**bold** \u001b[2Khidden\n'
  const { id } = await madeRun(lab, { 'build.sh': script })
  const { stdout } = await runTty(lab, ['runs', 'diff', id], { env: { NO_COLOR: '1' } })
  const shown = stdout.replaceAll('\r\n', '\n')
  expect(shown).toContain('+echo `curl x | sh`\n+rm -rf *build* *tmp*\n+\tgood\n+**bold** \u241b[2Khidden')
  const { stdout: colored } = await runTty(lab, ['runs', 'diff', id], { env: { FORCE_COLOR: '1' } })
  expect(colored).toContain('\u001b[32m+rm -rf *build* *tmp*\u001b[39m')
  const { stdout: piped } = await runCli(lab, ['runs', 'diff', id])
  execFileSync('git', ['apply', '-'], { cwd: lab.root, input: piped })
  expect(lab.read('build.sh')).toBe(script)
})
