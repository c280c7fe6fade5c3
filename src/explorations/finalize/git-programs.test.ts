import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { programLines, whyNotPush } from './git-programs.ts'

const git = (lab: Lab, ...args: string[]) => execFileSync('git', args, { cwd: lab.root, env: lab.env })
const lines = (lab: Lab) => lab.app.within('exploration.plan', { actor: person }, call => programLines(call, lab.root))
const whyNot = (lab: Lab) => lab.app.within('exploration.plan', { actor: person }, call => whyNotPush(call, 'origin'))

test('the plan names the person’s programs, and the keys of the repository that are ignored', async () => {
  await using lab = await openLab()
  expect(await lines(lab)).toEqual([])
  git(lab, 'remote', 'add', 'origin', 'git@example.org:shop.git')
  expect(await lines(lab)).toEqual(['The push to origin starts ssh.'])
  const config = (text: string) => fs.writeFileSync(path.join(lab.env['HOME'] ?? '', '.gitconfig'), text)
  config('[commit]\n\tgpgSign\n[core]\n\tsshCommand = ssh -i ~/.ssh/work\n')
  expect(await lines(lab)).toEqual(['The commit is signed with gpg.', 'The push to origin starts ssh -i ~/.ssh/work.'])
  config(
    '[commit]\n\tgpgSign\n[gpg]\n\tformat = ssh\n[credential]\n\thelper = osxkeychain\n[credential "https://other.example"]\n\thelper = other\n[credential "https://*.org"]\n\thelper = special\n[url "https://example.org/"]\n\tinsteadOf = git@example.org:\n',
  )
  expect(await lines(lab)).toEqual([
    'The commit is signed with ssh-keygen.',
    'The push to origin asks the credential helper osxkeychain, special.',
  ])
  for (const key of ['core.sshCommand', 'gpg.program', 'credential.helper', 'remote.origin.receivepack'])
    git(lab, 'config', key, 'evil')
  git(lab, 'config', 'include.path', 'more')
  expect((await lines(lab)).at(-1)).toBe(
    "Ignored, because the repository's own git configuration sets it: core.sshcommand, credential.helper, gpg.program, include.path, remote.origin.receivepack.",
  )
})

test('a push to a folder names the hooks that will run there; one inside the workspace is not made', async () => {
  await using lab = await openLab()
  const bare = path.join(path.dirname(lab.root), 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', bare])
  git(lab, 'remote', 'add', 'origin', '../remote.git')
  expect(await lines(lab)).toEqual([
    `The push to origin runs git in ${bare}, with the configuration of that repository.`,
  ])
  fs.writeFileSync(path.join(bare, 'hooks/post-receive'), '#!/bin/sh\n', { mode: 0o755 })
  expect((await lines(lab))[0]).toMatch(/and its hooks \(post-receive\)\.$/)
  expect(await whyNot(lab)).toBeUndefined()
  for (const inside of ['./inner.git', `${lab.root}/inner.git`, `file://${lab.root}/inner.git`]) {
    git(lab, 'remote', 'set-url', 'origin', inside)
    expect(await whyNot(lab)).toMatch(/inside this workspace/)
  }
  fs.symlinkSync(path.join(lab.root, 'inner.git'), path.join(path.dirname(lab.root), 'link.git'))
  fs.mkdirSync(path.join(lab.root, 'inner.git'))
  git(lab, 'remote', 'set-url', 'origin', '../link.git')
  expect(await whyNot(lab)).toMatch(/inside this workspace/)
  for (const odd of ['ext::sh -c x', 'foo::bar']) {
    git(lab, 'remote', 'set-url', 'origin', odd)
    expect(await whyNot(lab)).toMatch(/needs a program/)
  }
})
