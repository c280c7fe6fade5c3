import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GitLab, gitLab } from '../../../../tests/support/store/git-lab.ts'
import { gitDiff, gitLog, gitStatus, lsFiles } from '../git.ts'
import { blame } from '../git-blame.ts'
import { personalSettings } from '../git-run.ts'
import { commitPaths, gitPush } from '../git-write.ts'

let lab: GitLab
let at: string
let env: Record<string, string>
beforeEach(() => {
  lab = gitLab()
  at = lab.repository('shop')
  for (const name of ['person', 'furrow-home']) fs.mkdirSync(path.join(lab.folder, name))
  env = { PATH: process.env.PATH ?? '', HOME: `${lab.folder}/person`, FURROW_HOME: `${lab.folder}/furrow-home` }
})
afterEach(() => lab[Symbol.dispose]())

const trace = () => path.join(lab.folder, 'ran')
const ran = () => (fs.existsSync(trace()) ? fs.readFileSync(trace(), 'utf8').trim().split('\n') : [])

/** Writes its name down, then does what it is asked to. */
function program(name: string, then = 'exit 1'): string {
  const file = lab.write(`bin/${name}`, `#!/bin/sh\necho ${name} >> '${trace()}'\n${then}\n`)
  fs.chmodSync(file, 0o755)
  return file
}

const SIGNS = 'cat > /dev/null\necho "[GNUPG:] SIG_CREATED x" >&2\necho "-----BEGIN PGP SIGNATURE-----"\necho x'

test('identity is the person’s own, by folder where they say so, and the repository’s before it', async () => {
  lab.write(
    'person/.gitconfig',
    `[user]\n\tname = At Home\n\temail = p@example.org\n[includeIf "gitdir:${lab.folder}/work/"]\n\tpath = work.inc\n[includeIf "onbranch:own"]\n\tpath = own.inc\n[includeIf "hasconfig:remote.*.url:https://client.example/**"]\n\tpath = client.inc\n`,
  )
  lab.write('person/work.inc', '[user]\n\tname = At Work\n')
  lab.write('person/own.inc', '[user]\n\tname = On Branch\n')
  lab.write('person/client.inc', '[user]\n\tname = For Client\n')
  const author = async (root: string) => {
    fs.appendFileSync(path.join(root, 'file.txt'), 'more\n')
    await commitPaths(root, { message: 'more', paths: ['file.txt'] }, { env })
    return (await gitLog(root, { limit: 1 }, { env }))[0]?.author
  }
  const work = lab.repository('work/shop')
  expect([await author(at), await author(work)]).toEqual(['At Home', 'At Work'])
  lab.git(at, 'switch', '-qc', 'own')
  expect(await author(at)).toBe('On Branch')
  lab.git(at, 'remote', 'add', 'origin', 'https://client.example/shop.git')
  expect(await author(at)).toBe('For Client')
  lab.git(at, 'config', 'user.name', 'Of Repository')
  expect(await author(at)).toBe('Of Repository')
})

test('what changes git’s output for the person changes nothing of what is concluded', async () => {
  lab.write('shop/gröss e.txt', 'x\n')
  lab.git(at, 'add', '.')
  lab.git(at, 'commit', '-qm', 'second')
  lab.write('shop/file.txt', 'two\n')
  lab.write('shop/new ü.txt', 'x\n')
  const conclude = async () => [
    await gitStatus(at, { env }),
    await gitDiff(at, {}, { env }),
    await gitDiff(at, { refs: ['HEAD~1', 'HEAD'] }, { env }),
    await gitLog(at, {}, { env }),
    await lsFiles(at, [], { env }),
    await blame(at, 'gröss e.txt', 1, { env }),
  ]
  const before = await conclude()
  lab.write(
    'person/.gitconfig',
    [
      '[diff]\nnoprefix\nmnemonicPrefix\nrenames = copies\nalgorithm = histogram\ncontext = 0\ninterHunkContext = 9\nsubmodule = log\nwordRegex = .\ncolorMoved = zebra\norderFile = /dev/null\nrelative = true\nsuppressBlankEmpty\nsrcPrefix = x/\nindentHeuristic = false',
      '[color]\nui = always\ndiff = always\nstatus = always',
      '[core]\nquotePath = false\nabbrev = 4\ncommentChar = %\nprecomposeUnicode = false\nwhitespace = -trailing-space',
      '[status]\nshort\nbranch\nshowStash\nshowUntrackedFiles = no\nrelativePaths = false\nrenames = copies\nsubmoduleSummary',
      '[log]\ndate = relative\ndecorate = full\nabbrevCommit\nshowSignature\nfollow\nmailmap\nshowRoot = false\ndiffMerges = off\ngraphColors = red',
      '[format]\npretty = oneline\nnotes = *',
      '[i18n]\nlogOutputEncoding = UTF-16\ncommitEncoding = ISO-8859-1',
      '[blame]\ncoloring = highlightRecent\nblankBoundary\nshowEmail\nshowRoot\nignoreRevsFile = /nowhere\ndate = relative',
      '[notes]\ndisplayRef = *',
      '[column]\nui = always',
      '[pager]\nlog = false\nstatus = less',
      '[advice]\nstatusHints = true',
      '[alias]\nstatus = log\ndiff = log',
    ].join('\n'),
  )
  expect(await conclude()).toEqual(before)
})

test('a commit is signed with the program of the person; one of the repository has no say', async () => {
  lab.write('person/.gitconfig', '[user]\n\tname = P\n\temail = p@example.org\n')
  lab.git(at, 'config', 'commit.gpgSign', 'true')
  lab.git(at, 'config', 'gpg.program', program('foreign', SIGNS))
  lab.write('shop/file.txt', 'two\n')
  await commitPaths(at, { message: 'unsigned', paths: ['file.txt'] }, { env })
  expect(ran()).toEqual([])
  fs.appendFileSync(
    path.join(lab.folder, 'person/.gitconfig'),
    `[commit]\n\tgpgSign\n[gpg]\n\tprogram = ${program('own', SIGNS)}\n`,
  )
  lab.write('shop/file.txt', 'three\n')
  await commitPaths(at, { message: 'signed', paths: ['file.txt'] }, { env })
  expect(ran()).toEqual(['own'])
  expect(lab.git(at, 'cat-file', 'commit', 'HEAD')).toContain('gpgsig')
})

test.each([
  ['its own file', (text: string) => fs.appendFileSync(path.join(at, '.git/config'), text)],
  [
    'an include',
    (text: string) => {
      lab.git(at, 'config', 'include.path', 'more')
      fs.writeFileSync(path.join(at, '.git/more'), text)
    },
  ],
  [
    'config.worktree',
    (text: string) => {
      lab.git(at, 'config', 'extensions.worktreeConfig', 'true')
      fs.writeFileSync(path.join(at, '.git/config.worktree'), text)
    },
  ],
])('a push starts the ssh of the person, whatever the repository names in %s', async (_, put) => {
  lab.git(at, 'remote', 'add', 'origin', 'git@localhost:shop.git')
  put(`[core]\n\tsshCommand = ${program('foreign')}\n\taskPass = ${program('foreign-askpass')}\n`)
  put(`[url "ext::${program('foreign-url')} "]\n\tpushInsteadOf = git@localhost\n`)
  env = { ...env, PATH: `${path.dirname(program('ssh'))}:${env.PATH}` }
  const fails = () =>
    expect(gitPush(at, { remote: 'origin', branch: 'main' }, { env })).rejects.toMatchObject({ code: 'failed' })
  await fails()
  lab.write('person/.gitconfig', `[core]\n\tsshCommand = ${program('own')}\n`)
  await fails()
  // Each is asked once which ssh it is, and once to connect.
  expect([...new Set(ran())]).toEqual(['ssh', 'own'])
})

test('credentials and addresses are the person’s, secrets among them in no file of ours', async () => {
  lab.write(
    'person/.gitconfig',
    `[credential]\n\thelper = store\n\thelper =\n\thelper = ${program('own')}\n[http]\n\textraHeader = "Authorization: Bearer s3cret"\n[url "https://mirror.example/"]\n\tinsteadOf = https://example.org/\n`,
  )
  lab.git(at, 'config', 'credential.helper', `!${program('foreign')}`)
  await gitStatus(at, { env })
  const programs = await personalSettings(at, 'programs', { env })
  // The system of the machine may have helpers for addresses of its own.
  const plain = programs.filter(({ key }) => !key.startsWith('credential.https:'))
  expect(plain.map(({ key, value }) => `${key}=${path.basename(value)}`)).toEqual([
    'credential.helper=store',
    'credential.helper=',
    'credential.helper=own',
    'http.extraheader=Authorization: Bearer s3cret',
    'url.https://mirror.example/.insteadof=example.org',
  ])
  const kept = fs
    .readdirSync(env.FURROW_HOME ?? '', { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
  for (const { parentPath, name } of kept)
    expect(fs.readFileSync(path.join(parentPath, name), 'utf8')).not.toMatch(/s3cret|credential/)
})
