import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab, packageRoot } from '../lab.ts'
import { runCli } from '../support/cli.ts'

// What a start may cost is a bench; what it may load is a rule, and breaking it shows here by name.
const dist = path.join(packageRoot, 'dist')

test.each([
  ['--version', [], 0, 0],
  ['help', ['help'], 2, 50],
  ['status', ['status'], 20, 400],
])('furrow %s loads no schema library, no YAML parser, and little code', async (_, argv, files, kilobytes) => {
  await using lab = await openLab()
  const loaded = await chunksLoadedBy(lab, argv.length === 0 ? ['--version'] : argv)
  const sources = loaded.map(name => ({ name, text: fs.readFileSync(path.join(dist, 'chunks', name), 'utf8') }))
  expect(sources.filter(({ text }) => text.includes('ZodISODateTime')).map(({ name }) => name)).toEqual([])
  expect(sources.filter(({ text }) => text.includes('YAMLParseError')).map(({ name }) => name)).toEqual([])
  expect(loaded.length).toBeGreaterThanOrEqual(files)
  // In how many files the bundler puts shared code says little; how much is read and compiled does.
  expect(sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(kilobytes * 1000)
})

test('the names of tools are completed without parsing any YAML', async () => {
  await using lab = await openLab()
  const loaded = await chunksLoadedBy(lab, ['__complete', 'run', ''])
  const parsers = loaded.filter(name =>
    fs.readFileSync(path.join(dist, 'chunks', name), 'utf8').includes('YAMLParseError'),
  )
  expect(loaded.length).toBeGreaterThan(20)
  expect(parsers).toEqual([])
})

test('the program runs the same without what was compiled for it', async () => {
  await using lab = await openLab()
  const copy = path.join(path.dirname(lab.home), 'dist')
  fs.cpSync(dist, copy, { recursive: true, filter: file => !/compiled-|[\\/]web$/.test(file) })
  fs.symlinkSync(path.join(packageRoot, 'node_modules'), path.join(path.dirname(lab.home), 'node_modules'))
  const compiled = await runCli(lab, ['where'])
  expect(await runCli(lab, ['where'], { program: path.join(copy, 'furrow.cjs') })).toEqual(compiled)
})

/** A preloaded script notes every chunk that is compiled. */
async function chunksLoadedBy(lab: Awaited<ReturnType<typeof openLab>>, argv: readonly string[]): Promise<string[]> {
  const folder = path.dirname(lab.home)
  const [note, list] = [path.join(folder, 'note.cjs'), path.join(folder, 'loaded.txt')]
  fs.writeFileSync(
    note,
    `const vm = require('node:vm')
    const files = []
    vm.Script = class extends vm.Script {
      constructor(source, options) {
        super(source, options)
        files.push(options.filename)
      }
    }
    process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, files.join('\\n')))`,
  )
  const { code } = await runCli(lab, argv, { env: { NODE_OPTIONS: `--require ${note}` } })
  expect(code).toBe(0)
  const prefix = path.join(dist, 'chunks') + path.sep
  return fs
    .readFileSync(list, 'utf8')
    .split('\n')
    .filter(file => file.startsWith(prefix))
    .map(file => file.slice(prefix.length))
}
