import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adviseUpdate, installationAt, updateCommand } from '../../src/store/installation/installation.ts'
import { packageRoot } from '../lab.ts'

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow installation-')))
const source = path.join(base, 'source')
const tarball = path.join(base, 'furrow-0.0.1.tgz')
const npm = (...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: base,
    stdio: 'pipe',
  })

/** The real package.json without what it depends on: nothing is fetched, and npm does the rest as always. */
beforeAll(() => {
  const { name, bin, files, type } = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8'))
  put('0.0.1')
  npm('pack', source, '--pack-destination', base)

  function put(version: string): void {
    fs.mkdirSync(path.join(source, 'dist'), { recursive: true })
    fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name, version, bin, files, type }))
    fs.writeFileSync(path.join(source, bin.furrow), '#!/usr/bin/env node\n')
  }
}, 120_000)

afterAll(() => fs.rmSync(base, { recursive: true }))

const versionAt = (root: string) => JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version

/** The command is pasted in an opened repository, which has a furrow.tgz of its own; the person has a newer one. */
function pasteWithNewer(command: string | undefined, known: string): void {
  const folder = fs.mkdtempSync(path.join(base, 'newer-'))
  packed('0.0.2', folder, known)
  packed('6.6.6', folder, path.join(folder, 'furrow.tgz'))
  const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' }
  execFileSync('sh', ['-c', command ?? 'false'], { cwd: folder, stdio: 'pipe', env })
}

function packed(version: string, folder: string, file: string): void {
  const other = path.join(folder, `source-${version}`)
  fs.cpSync(source, other, { recursive: true })
  const about = path.join(other, 'package.json')
  fs.writeFileSync(about, JSON.stringify({ ...JSON.parse(fs.readFileSync(about, 'utf8')), version }))
  npm('pack', other, '--pack-destination', folder)
  fs.renameSync(path.join(folder, `furrow-${version}.tgz`), file)
}

/** A file by a relative path is another one in every folder. */
const RELATIVE = /(?:^|[\s'"=])\.{0,2}\/?[\w.-]*\.tgz/

test('a package in a project: npm installs the file that it was installed from, and none of the folder it is pasted in', () => {
  const project = path.join(base, 'my project')
  fs.mkdirSync(project)
  const own = path.join(base, 'own.tgz')
  fs.copyFileSync(tarball, own)
  npm('install', '--prefix', project, own)
  const root = path.join(project, 'node_modules/furrow')
  const found = installationAt(root)
  expect(adviseUpdate(found).says).toBe(`This copy is an npm package in ${project}, from ${own}.`)
  expect(updateCommand(found)).toBe(`npm install --prefix '${project}' '${own}'`)
  pasteWithNewer(updateCommand(found), own)
  expect(versionAt(root)).toBe('0.0.2')
}, 120_000)

test.each([
  ['of a repository', 'git init --quiet .'],
  ['that is gone', 'rm furrow.tgz'],
  ['that others can write', 'chmod 666 furrow.tgz'],
  ['in a folder of everybody', 'chmod 1777 .'],
])(
  'a file %s is in no command',
  (_, does) => {
    const project = fs.mkdtempSync(path.join(base, 'kept-'))
    const opened = fs.mkdtempSync(path.join(base, 'opened-'))
    fs.copyFileSync(tarball, path.join(opened, 'furrow.tgz'))
    npm('install', '--prefix', project, path.join(opened, 'furrow.tgz'))
    execFileSync('sh', ['-c', does], { cwd: opened })
    const { says, fix } = adviseUpdate(installationAt(path.join(project, 'node_modules/furrow')))
    expect(fix).toBe(undefined)
    expect(says).toContain(`by its full path, with the prefix ${project}.`)
  },
  120_000,
)

test('a package in a global prefix: npm notes no source, so words say how, and no command', () => {
  const prefix = path.join(base, 'global')
  npm('install', '--global', '--prefix', prefix, tarball)
  const root = path.join(prefix, 'lib/node_modules/furrow')
  const found = installationAt(root)
  expect(found).toMatchObject({ kind: 'package', npm: { isGlobal: true, prefix } })
  const { says, fix } = adviseUpdate(found)
  expect(fix).toBe(undefined)
  expect(says).toContain(`by its full path, with the prefix ${prefix} (global).`)
}, 120_000)

test('a folder that is installed globally is a link: the clone behind it is pulled and built', () => {
  const clone = path.join(base, 'clone')
  fs.cpSync(source, clone, { recursive: true })
  execFileSync('git', ['init', '--quiet', clone])
  const prefix = path.join(base, 'linked')
  npm('install', '--global', '--prefix', prefix, clone)
  const root = fs.realpathSync(path.join(prefix, 'lib/node_modules/furrow'))
  const found = installationAt(root)
  expect(found).toEqual({ kind: 'clone', root: clone })
  expect(updateCommand(found)).toBe(
    `git -C '${clone}' pull --ff-only && npm --prefix '${clone}' ci --ignore-scripts && npm --prefix '${clone}' run build`,
  )
}, 120_000)

test('a worktree of git is a clone too', () => {
  const tree = path.join(base, 'worktree')
  fs.cpSync(source, tree, { recursive: true })
  fs.writeFileSync(path.join(tree, '.git'), 'gitdir: elsewhere\n')
  expect(installationAt(tree)).toEqual({ kind: 'clone', root: tree })
})

test('an unpacked tarball: words say how', () => {
  const root = path.join(base, 'unpacked')
  fs.mkdirSync(root)
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', root])
  const found = installationAt(root)
  expect(found).toEqual({ kind: 'unpacked', root })
  expect(adviseUpdate(found)).toEqual({ says: expect.stringContaining(`unpack it over ${root}.`) })
}, 120_000)

test('a package that npm has from a repository is had from there again', () => {
  const root = path.join(base, 'from-git/node_modules/furrow')
  const noted = (resolved: string) => {
    fs.mkdirSync(root, { recursive: true })
    const text = JSON.stringify({ packages: { 'node_modules/furrow': { resolved } } })
    fs.writeFileSync(path.join(path.dirname(root), '.package-lock.json'), text)
    return updateCommand(installationAt(root))
  }
  const prefix = `npm install --prefix '${path.join(base, 'from-git')}'`
  expect(noted('git+ssh://git@example.org/it/furrow.git#0123abc')).toBe(
    `${prefix} git+ssh://git@example.org/it/furrow.git`,
  )
  expect(noted('https://registry.example.org/furrow/-/furrow-0.0.1.tgz')).toBe(undefined)
  expect(noted('git+file:///opened/repository')).toBe(undefined)
})

test('no command in the sources names a package file by a relative path', () => {
  expect(RELATIVE.test('npm install ./furrow.tgz') && RELATIVE.test('--file furrow.tgz')).toBe(true)
  const commands = filesIn('src').flatMap(file => fs.readFileSync(file, 'utf8').match(/shell`[^`]*`/g) ?? [])
  expect(commands.length).toBeGreaterThan(300)
  expect(commands.filter(command => RELATIVE.test(command))).toEqual([])
})

test('nothing that people read or paste has npm look the name up in a registry', () => {
  const texts = ['src', 'guides', 'docs', 'examples', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(filesIn)
  expect(texts.length).toBeGreaterThan(500)
  const lookedUp =
    /\b(?:npm (?:i|install|add|exec|x|update)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx?(?: add| x)?)(?: -{1,2}[\w-]+)* furrow(?:@[\w.]+)?(?![\w./-])/
  expect(lookedUp.test('npm install -g furrow@latest') && lookedUp.test('npx furrow')).toBe(true)
  expect(texts.filter(file => lookedUp.test(fs.readFileSync(file, 'utf8')))).toEqual([])
})

function filesIn(name: string): string[] {
  const place = path.join(packageRoot, name)
  if (fs.statSync(place).isFile()) return [place]
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:tsx?|md|json|mjs)$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
}
