import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { bareTool, runToEnd, trust, writeTool } from '../support/tools.ts'

const HELPER = '.sdlc/tools/t/node_modules/helper'
const says = (word: string) => `module.exports = ${JSON.stringify(word)}\n`

/** A tool that says what its package says, with a secret if it is given one. */
function usingHelper(meta = {}): string {
  const code = bareTool(meta, `print({ ok: true, data: { word, key: process.env.MY_KEY } })`)
  return `import word from 'helper'\n${code}`
}

function writePackage(lab: Lab, folder: string, description: object, files: Record<string, string>): void {
  const name = path.basename(folder)
  lab.write(`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', ...description }))
  for (const [file, text] of Object.entries(files)) lab.write(`${folder}/${file}`, text)
}

const NEEDS_KEY = { secrets: [{ env_var: 'MY_KEY', description: 'A key', required: true }] }

async function saidBy(lab: Lab): Promise<unknown> {
  const { result } = await runToEnd(lab, 't')
  return (result?.data as { word?: unknown } | undefined)?.word
}

const untrusted = { code: 'untrusted', fix: 'furrow trust' }

test.each([
  ['a plain package', {}],
  ['one with machine code', { binary: {} }],
])('X11: %s that changed after trust and grant runs nowhere and gets no secret', async (_, description) => {
  await using lab = await openLab()
  writeTool(lab, 't', usingHelper(NEEDS_KEY))
  writePackage(lab, HELPER, description, { 'index.js': says('good') })
  await trust(lab)
  await lab.call('secrets.set', { name: 'MY_KEY', value: 'a value that nobody sees' })
  await lab.call('secrets.grant', { name: 'MY_KEY', tool: 't' })
  expect(await saidBy(lab)).toBe('good')
  lab.write(`${HELPER}/index.js`, says('evil'))
  expect((await lab.call('trust.status', {})).subjects).toMatchObject([{ name: 'tool:t', standing: 'changed' }])
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject(untrusted)
  await trust(lab)
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject({ code: 'missing_grants' })
  lab.write(`${HELPER}/index.js`, says('good'))
  expect(await saidBy(lab)).toBe('good')
})

test('X11: a package that changed before the first run, or after the caches are gone, is not run', async () => {
  await using lab = await openLab()
  writeTool(lab, 't', usingHelper())
  writePackage(lab, HELPER, {}, { 'index.js': says('good') })
  await trust(lab)
  lab.write(`${HELPER}/index.js`, says('evil'))
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject(untrusted)
  lab.write(`${HELPER}/index.js`, says('good'))
  expect(await saidBy(lab)).toBe('good')
  fs.rmSync(path.join(lab.home, 'caches'), { recursive: true })
  lab.write(`${HELPER}/index.js`, says('evil'))
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject(untrusted)
})

test('X11: every file counts of each package that is reached, by name, by need and by link', async () => {
  await using lab = await openLab()
  const store = 'node_modules/.store/deep@1/node_modules/deep'
  writeTool(lab, 't', usingHelper())
  writePackage(
    lab,
    'node_modules/helper',
    { dependencies: { deep: '1' } },
    { 'index.js': `module.exports = require('deep')\n` },
  )
  writePackage(
    lab,
    store,
    {},
    { 'index.js': `module.exports = require('./word')\n`, 'word.js': says('good'), 'data.bin': '1' },
  )
  fs.symlinkSync('.store/deep@1/node_modules/deep', path.join(lab.root, 'node_modules/deep'))
  await trust(lab)
  expect(await saidBy(lab)).toBe('good')
  for (const [file, text] of [
    [`${store}/word.js`, says('evil')],
    [`${store}/data.bin`, '2'],
    [`${store}/more.js`, ''],
    ['node_modules/helper/package.json', '{"main":"other.js"}'],
    ['.sdlc/tools/node_modules/helper/index.js', says('nearer')],
  ] as const) {
    const before = fs.existsSync(path.join(lab.root, file)) ? lab.read(file) : undefined
    lab.write(file, text)
    expect([file, (await lab.refusal('tool.run', { name: 't' })).code]).toEqual([file, 'untrusted'])
    if (before === undefined) fs.rmSync(path.join(lab.root, file))
    else lab.write(file, before)
  }
  fs.rmSync(path.join(lab.root, '.sdlc/tools/node_modules'), { recursive: true })
  expect(await saidBy(lab)).toBe('good')
})

test('X11: a file that is swapped while it is bundled is not in the bundle', async () => {
  await using lab = await openLab()
  const said = (word: string) => bareTool({}, `print({ ok: true, data: { word: '${word}' } })`)
  writeTool(lab, 't', said('good'))
  await trust(lab)
  const file = path.join(lab.root, '.sdlc/tools/t/tool.ts')
  const evil = path.join(lab.root, 'evil.ts')
  fs.writeFileSync(evil, `${said('evil')}\nfs.writeFileSync(process.env.SDLC_ROOT + '/evil-ran', '')`)
  // At the moment at which the bundler starts.
  const real = path.join(packageRoot, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`)
  const bundler = path.join(lab.root, 'esbuild')
  const swap = `for file in '${file}' '${lab.home}'/caches/tools/.*/files/.sdlc/tools/t/tool.ts; do cp '${evil}' "$file"; done`
  fs.writeFileSync(bundler, `#!/bin/sh\n${swap}\nexec '${real}' "$@"\n`, { mode: 0o755 })
  const first = await runCli(lab, ['run', 't', '--json'], { env: { ESBUILD_BINARY_PATH: bundler } })
  expect(fs.readFileSync(file)).toEqual(fs.readFileSync(evil))
  expect(first.stdout).not.toContain('evil')
  writeTool(lab, 't', said('good'))
  expect(await saidBy(lab)).toBe('good')
  expect(lab.list('.')).not.toContain('evil-ran')
})

function cachedFiles(lab: Lab): string[] {
  const folder = path.join(lab.home, 'caches/tools')
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:[cm]?js|ts)$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
}

test('X11: a kept bundle that is not the one that was made is made again, and never run', async () => {
  await using lab = await openLab()
  writeTool(lab, 't', usingHelper())
  writePackage(lab, HELPER, { binary: {} }, { 'index.js': says('good') })
  await trust(lab)
  expect(await saidBy(lab)).toBe('good')
  const kept = cachedFiles(lab)
  expect(kept.map(file => path.basename(file)).sort()).toEqual(['index.js', 'tool.cjs', 'tool.ts'])
  for (const file of kept) {
    const made = fs.readFileSync(file)
    fs.writeFileSync(file, file.endsWith('tool.cjs') ? `${made}`.replaceAll('word', '"evil"||word') : says('evil'))
    expect([file, await saidBy(lab)]).toEqual([file, 'good'])
    expect(fs.readFileSync(file)).toEqual(made)
  }
  const added = path.join(path.dirname(kept.find(file => file.endsWith('index.js')) ?? ''), 'index.node')
  fs.writeFileSync(added, 'evil')
  expect(await saidBy(lab)).toBe('good')
  expect(fs.existsSync(added)).toBe(false)
})

test('a package with machine code, and one that is asked for at run time, are loaded from beside the bundle', async () => {
  await using lab = await openLab()
  writePackage(lab, 'node_modules/native', { gypfile: true }, { 'index.js': 'module.exports = __filename\n' })
  writePackage(lab, 'node_modules/asked', {}, { 'index.js': 'module.exports = __filename\n' })
  const code = `import { createRequire } from 'node:module'
import native from 'native'
const asked = createRequire(import.meta.url)('asked')
${bareTool({}, 'print({ ok: true, data: [native, asked, import.meta.dirname, process.env.FURROW_TOOL_DIR] })')}`
  writeTool(lab, 't', code)
  await trust(lab)
  const { result } = await runToEnd(lab, 't')
  const cache = path.join(lab.home, 'caches/tools')
  const [native, asked, beside, folder] = (result?.data ?? []) as string[]
  expect([native, asked, beside].map(file => file?.startsWith(cache))).toEqual([true, true, true])
  expect(folder).toBe(path.join(lab.root, '.sdlc/tools/t'))
})

test.each([
  ['a package outside of the repository', `import 'above'`, /above is installed at .*, outside of the repository/],
  ['a package of deno', `import 'npm:left-pad'`, /npm:left-pad is not installed in the repository/],
  ['an address', `import 'https://example.org/x.js'`, /not installed in the repository/],
  [
    'a name that only the run knows',
    `require(['ab', 'ove'].join(''))`,
    /Cannot find package 'above': only packages that the code names are covered/,
  ],
])('what the hash cannot cover does not run: %s', async (_, line, words) => {
  await using lab = await openLab()
  const above = path.join(path.dirname(lab.root), 'node_modules/above')
  fs.mkdirSync(above, { recursive: true })
  fs.writeFileSync(path.join(above, 'index.js'), 'module.exports = 1\n')
  writeTool(lab, 't', `${line}\n${bareTool({}, 'print({ ok: true })')}`)
  await trust(lab)
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject({ message: expect.stringMatching(words) })
})

test('a package that may be missing is missing in the way that its user expects', async () => {
  await using lab = await openLab()
  const tried = `let found = 'yes'\ntry { require('optional') } catch (error) { found = (error as { code: string }).code }`
  writeTool(lab, 't', `${tried}\n${bareTool({}, 'print({ ok: true, data: { word: found } })')}`)
  await trust(lab)
  expect(await saidBy(lab)).toBe('MODULE_NOT_FOUND')
})

test('X11: what Furrow 0.1 trusted without its packages is asked for once more, in words', async () => {
  await using lab = await openLab()
  writeTool(lab, 't', usingHelper())
  writePackage(lab, HELPER, {}, { 'index.js': says('good') })
  await trust(lab)
  const [name = ''] = fs.readdirSync(path.join(lab.home, 'trust')).filter(file => file.endsWith('.json'))
  const file = path.join(lab.home, 'trust', name)
  const pins = JSON.parse(fs.readFileSync(file, 'utf8'))
  expect(pins.pins).toMatchObject([{ subject: 'tool:t', covers: { files: 1, packages: 1, package_files: 2 } }])
  const old = pins.pins.map(({ covers: _, ...pin }: Record<string, unknown>) => ({ ...pin, hash: 'a'.repeat(64) }))
  fs.writeFileSync(file, JSON.stringify({ ...pins, pins: old }))
  const { message } = await lab.refusal('tool.run', { name: 't' })
  expect(message).toContain('was trusted by Furrow 0.1, which did not cover its packages')
  const shown = await runCli(lab, ['trust', 'status'])
  expect(shown.stdout).toMatch(
    /was trusted by Furrow 0\.1[\s\S]*Covers 1 file and 1 package \(2 files\); runs with node/,
  )
  expect(shown.stdout).toContain('package helper 1.0.0 (.sdlc/tools/t/node_modules/helper, 2 files)')
  await trust(lab)
  expect(await saidBy(lab)).toBe('good')
})

test('X11: a grant is for the runtime that it was given for; another one on PATH asks again, in words', async () => {
  await using lab = await openLab()
  writeTool(lab, 't', bareTool(NEEDS_KEY, 'print({ ok: true, data: { word: process.env.MY_KEY } })'))
  await trust(lab)
  await lab.call('secrets.set', { name: 'MY_KEY', value: 'a value that nobody sees' })
  await lab.call('secrets.grant', { name: 'MY_KEY', tool: 't' })
  expect((await runToEnd(lab, 't')).status).toBe('succeeded')
  const bin = path.join(path.dirname(lab.root), 'bin')
  fs.mkdirSync(bin)
  fs.writeFileSync(
    path.join(bin, 'bun'),
    `#!/bin/sh\nwhile [ "$1" != run ]; do shift; done; shift\nexec '${process.execPath}' "$@"\n`,
    {
      mode: 0o755,
    },
  )
  await using there = await openLab({ root: lab.root, env: { ...lab.env, PATH: `${bin}:${lab.env['PATH']}` } })
  const { code, message } = await there.refusal('tool.run', { name: 't' })
  expect(code).toBe('missing_grants')
  expect(message).toContain(`MY_KEY was granted for node (${process.execPath}), and t now runs with bun (${bin}/bun)`)
  const { secrets } = await there.call('secrets.list', {})
  expect(secrets[0]?.grants).toMatchObject([{ tool: 't', standing: 'other_runtime' }])
  await there.call('secrets.grant', { name: 'MY_KEY', tool: 't' })
  expect(await runToEnd(there, 't')).toMatchObject({ status: 'succeeded', runtime: 'bun' })
  expect(await runToEnd(lab, 't')).toMatchObject({ status: 'succeeded', runtime: 'node' })
})

test('an edited tool keeps its grants only where a person said so of its folder, and its record says it', async () => {
  await using lab = await openLab()
  const code = (word: string) => bareTool(NEEDS_KEY, `print({ ok: true, data: { word: '${word}' } })`)
  writeTool(lab, 't', code('one'))
  await trust(lab)
  await lab.call('secrets.set', { name: 'MY_KEY', value: 'a value that nobody sees' })
  await lab.call('secrets.grant', { name: 'MY_KEY', tool: 't' })
  await lab.call('trust.grant', { follow: '.sdlc/tools/t' })
  expect((await runToEnd(lab, 't')).kept_grants).toBeUndefined()
  writeTool(lab, 't', code('two'))
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject({ code: 'missing_grants' })
  expect(await lab.refusal('trust.grant', { keep_grants: true })).toMatchObject({
    code: 'usage',
    target: 'keep_grants',
  })
  await lab.call('trust.grant', { follow: '.sdlc/tools/t', keep_grants: true })
  expect(await runToEnd(lab, 't')).toMatchObject({ result: { data: { word: 'two' } }, kept_grants: ['MY_KEY'] })
  expect(await lab.call('tool.info', { name: 't' })).toMatchObject({ keeps_grants: true, missing_grants: [] })
  const shown = await runCli(lab, ['trust', 'status'])
  expect(shown.stdout).toContain('keeps the secrets that were granted to it')
  expect((await lab.call('secrets.list', {})).secrets[0]?.grants).toMatchObject([{ standing: 'kept' }])
  await lab.call('trust.grant', { follow: '.sdlc/tools/t' })
  expect(await lab.refusal('tool.run', { name: 't' })).toMatchObject({ code: 'missing_grants' })
})
