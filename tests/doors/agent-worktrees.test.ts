import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../lab.ts'
import { ended, madeRun, saidIn, setUpAgent, startAgent, until } from '../support/agents.ts'

function git(lab: Lab, ...args: string[]): string {
  return execFileSync('git', args, { cwd: lab.root, env: lab.env, encoding: 'utf8' })
}

function commitAll(lab: Lab): void {
  git(lab, 'add', '-A')
  git(lab, '-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first')
}

/** The files of the person, and what git says about them. */
function stateOf(lab: Lab): unknown {
  return [git(lab, 'status', '--porcelain'), git(lab, 'ls-files', '-s'), git(lab, 'stash', 'list'), lab.list('.')]
}

test('a write run works on all that the person has in a worktree of its own, is merged, and is undone', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('.gitignore', 'ignored.txt\n')
  lab.write('.sdlc/.gitignore', '.runs/\n')
  lab.write('kept.txt', 'one\ntwo\nthree\n')
  lab.write('gone.txt', 'old\n')
  commitAll(lab)
  lab.write('kept.txt', 'one\ntwo\nthree, changed by hand\n')
  lab.write('untracked.txt', 'not yet known\n')
  lab.write('ignored.txt', 'not to be seen\n')
  const before = stateOf(lab)
  const run = await startAgent(
    lab,
    [
      { read: 'kept.txt' },
      { read: 'untracked.txt' },
      { read: 'ignored.txt' },
      { write: { path: 'kept.txt', content: 'one, by the agent\ntwo\nthree, changed by hand\n' } },
      { write: { path: 'new/file.txt', content: 'new\n' } },
      { write: { path: '../outside.txt', content: 'x' } },
      { scribble: { path: path.join(lab.root, 'kept.txt'), content: 'x' } },
      {
        terminal: {
          command:
            'rm gone.txt && git -c user.name=A -c user.email=a@b commit -qam x && git update-ref refs/heads/main HEAD || echo kept',
        },
      },
    ],
    { profile: 'write' },
  )
  const over = await ended(lab, run)
  const said = saidIn(lab, run)
  expect(said).toContain('three, changed by hand')
  expect(said).toContain('not yet known')
  expect(said).not.toContain('not to be seen')
  expect(over.agent).toMatchObject({ changes: 'open', profile: 'write' })
  if (over.contained === true) {
    expect(said).toMatch(/refused: EROFS/)
    expect(said).toContain('kept\n')
    expect(stateOf(lab)).toEqual(before)
  }
  const { files, diff } = await lab.call('agent.diff', { id: run.id }, agent)
  expect(files).toEqual([
    { path: 'gone.txt', change: 'removed' },
    { path: 'kept.txt', change: 'changed' },
    { path: 'new/file.txt', change: 'added' },
  ])
  expect(diff).toContain('+one, by the agent')
  expect(await lab.refusal('agent.merge', { id: run.id }, agent)).toMatchObject({ code: 'needs_person' })
  await lab.call('agent.merge', { id: run.id }, person)
  expect(lab.read('kept.txt')).toBe('one, by the agent\ntwo\nthree, changed by hand\n')
  expect(lab.read('new/file.txt')).toBe('new\n')
  expect(fs.existsSync(path.join(lab.root, 'gone.txt'))).toBe(false)
  expect(fs.existsSync(over.agent?.worktree ?? '')).toBe(false)
  // What the person does meanwhile is theirs, and stays.
  lab.write('kept.txt', 'one, by the agent\ntwo\nthree, changed by hand\nfour\n')
  await lab.call('agent.undo', { id: run.id }, person)
  expect(lab.read('kept.txt')).toBe('one\ntwo\nthree, changed by hand\nfour\n')
  lab.write('kept.txt', 'one\ntwo\nthree, changed by hand\n')
  expect(stateOf(lab)).toEqual(before)
})

describe('what waits for a decision', () => {
  test('where both changed the same lines, nothing is written and the files are named', async () => {
    await using lab = await openLab()
    lab.write('a.txt', 'one\n')
    lab.write('b.txt', 'one\n')
    const { id } = await madeRun(lab, { 'a.txt': 'theirs\n', 'b.txt': 'theirs\n' })
    lab.write('a.txt', 'mine\n')
    expect(await lab.refusal('agent.merge', { id })).toMatchObject({ code: 'conflict', details: { files: ['a.txt'] } })
    expect([lab.read('a.txt'), lab.read('b.txt')]).toEqual(['mine\n', 'one\n'])
    lab.write('a.txt', 'one\n')
    await lab.call('agent.merge', { id })
    expect([lab.read('a.txt'), lab.read('b.txt')]).toEqual(['theirs\n', 'theirs\n'])
  })

  test('bytes, modes and names are taken over as they are', async () => {
    await using lab = await openLab()
    lab.write('a b/größe.txt', 'x\n')
    const { id, agent: part } = await madeRun(lab, { 'a b/größe.txt': 'y\n' })
    const worktree = part?.worktree ?? ''
    const bytes = Buffer.from([0, 255, 10, 128, 13, 10])
    fs.writeFileSync(path.join(worktree, 'image.bin'), bytes)
    fs.writeFileSync(path.join(worktree, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    await lab.call('agent.merge', { id })
    expect(fs.readFileSync(path.join(lab.root, 'image.bin'))).toEqual(bytes)
    expect(fs.statSync(path.join(lab.root, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(lab.read('a b/größe.txt')).toBe('y\n')
  })

  test('a link is not taken over', async () => {
    await using lab = await openLab()
    lab.write('a.txt', 'x\n')
    const { id, agent: part } = await madeRun(lab, { 'a.txt': 'y\n' })
    fs.symlinkSync('/etc/passwd', path.join(part?.worktree ?? '', 'link'))
    expect(await lab.refusal('agent.merge', { id })).toMatchObject({ code: 'unsupported', target: 'link' })
    expect(lab.read('a.txt')).toBe('x\n')
  })

  test('a discarded run is gone from the disk and can still be merged; an open one is not deleted', async () => {
    await using lab = await openLab()
    lab.write('a.txt', 'x\n')
    const { id, agent: part } = await madeRun(lab, { 'a.txt': 'y\n' })
    expect(await lab.refusal('run.delete', { id })).toMatchObject({ code: 'blocked' })
    await lab.call('agent.discard', { id })
    expect(fs.existsSync(part?.worktree ?? '')).toBe(false)
    expect(lab.read('a.txt')).toBe('x\n')
    expect(await lab.refusal('agent.undo', { id })).toMatchObject({ code: 'invalid_state' })
    await lab.call('agent.merge', { id })
    expect(lab.read('a.txt')).toBe('y\n')
    await lab.call('run.delete', { id })
    expect(lab.list('.sdlc/.runs')).toEqual(['worktrees'])
  })

  test('merged a second time it changes nothing', async () => {
    await using lab = await openLab()
    lab.write('a.txt', 'x\n')
    const { id } = await madeRun(lab, { 'a.txt': 'y\n' })
    await lab.call('agent.merge', { id })
    expect(await lab.refusal('agent.merge', { id })).toMatchObject({ code: 'invalid_state' })
  })

  test('in a repository without a commit it is the same', async () => {
    await using lab = await openLab()
    const { id } = await madeRun(lab, { 'a.txt': 'y\n' })
    await lab.call('agent.merge', { id })
    expect(lab.read('a.txt')).toBe('y\n')
    await lab.call('agent.undo', { id })
    expect(lab.list('.')).not.toContain('a.txt')
  })
})

test('without git there is no write run, and it is said why', async () => {
  await using lab = await openLab({ git: false })
  setUpAgent(lab)
  expect(await lab.refusal('agent.start', { prompt: 'x', profile: 'write' })).toMatchObject({
    code: 'unsupported',
    fix: 'git init',
  })
})

test('a run that was gone on with hands its worktree on', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { args: ['--keeps-sessions'], permissions: [{ tool: '*', action: 'allow' }] })
  const steps = [{ write: { path: 'a.txt', content: 'one\n' } }]
  const first = await ended(lab, await startAgent(lab, steps, { profile: 'write' }))
  const prompt = `\`\`\`script\n${JSON.stringify([{ write: { path: 'b.txt', content: 'two\n' } }])}\n\`\`\``
  const second = await ended(lab, await lab.call('agent.resume', { id: first.id, prompt }, person))
  expect(second.agent?.worktree).toBe(first.agent?.worktree)
  await until(async () => {
    const { agent: part } = await lab.call('run.show', { id: first.id })
    return part?.changes === 'resumed' ? true : undefined
  }, 'the first run to hand over')
  await lab.call('agent.merge', { id: second.id }, person)
  expect([lab.read('a.txt'), lab.read('b.txt')]).toEqual(['one\n', 'two\n'])
  expect((await lab.call('run.show', { id: first.id })).agent?.changes).toBe('merged')
})

describe('undo brings back bytes', () => {
  const before = { 'a.txt': 'one $Id: mine$\r\ntwo\r\n', 'b.txt': 'größe\n', 'c.txt': 'one\ntwo\r\nthree' }

  test.each([
    '*.txt working-tree-encoding=UTF-16',
    '*.txt text eol=crlf',
    '*.txt text eol=lf',
    '* -text',
    '*.txt ident',
    '*.txt filter=agent',
    '*.txt merge=union diff=agent',
    '[attr]text -text',
  ])('whatever the merged .gitattributes say: %s', async attributes => {
    await using lab = await openLab()
    for (const [file, text] of Object.entries(before)) lab.write(file, text)
    const { id } = await madeRun(lab, { '.gitattributes': `${attributes}\n`, 'a.txt': 'x $Id$\n', 'c.txt': null })
    await lab.call('agent.merge', { id })
    expect(lab.read('.gitattributes')).toBe(`${attributes}\n`)
    await lab.call('agent.undo', { id }, person)
    expect(fs.existsSync(path.join(lab.root, '.gitattributes'))).toBe(false)
    for (const [file, text] of Object.entries(before)) expect(lab.read(file)).toBe(text)
  })

  test('also of files that git keeps in another form by the attributes of the person', async () => {
    await using lab = await openLab()
    lab.write('.gitattributes', '*.txt text\n')
    lab.write('a.txt', before['c.txt'])
    const { id } = await madeRun(lab, { 'a.txt': 'x\n' })
    await lab.call('agent.merge', { id })
    await lab.call('agent.undo', { id }, person)
    expect(lab.read('a.txt')).toBe(before['c.txt'])
  })

  test('what the person changed since stays, and the same lines are a conflict, whichever merge driver is named', async () => {
    await using lab = await openLab()
    lab.write('a.txt', 'one\ntwo\nthree\nfour\n')
    const made = { '.gitattributes': '* merge=union\n', 'a.txt': 'ONE\ntwo\nthree\nfour\n' }
    const { id } = await madeRun(lab, made)
    await lab.call('agent.merge', { id })
    lab.write('a.txt', 'mine\ntwo\nthree\nfour\n')
    expect(await lab.refusal('agent.undo', { id }, person)).toMatchObject({
      code: 'conflict',
      fix: `furrow runs diff ${id}`,
      details: { files: ['a.txt'] },
    })
    expect([lab.read('a.txt'), lab.read('.gitattributes')]).toEqual(['mine\ntwo\nthree\nfour\n', '* merge=union\n'])
    lab.write('a.txt', 'ONE\ntwo\nthree\nmine\n')
    await lab.call('agent.undo', { id }, person)
    expect(lab.read('a.txt')).toBe('one\ntwo\nthree\nmine\n')
  })
})
