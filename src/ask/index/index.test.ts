import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { patternOf } from './config.ts'
import { chunksOf } from './cut/chunk.ts'
import { commentStarts } from './cut/comments.ts'
import { cutIntoChunks, splitLines } from './cut/cut.ts'
import { languageOf } from './cut/languages.ts'
import { Parsers } from './cut/parsers.ts'
import { openCodeIndex, setIndexMeta } from './database.ts'
import { indexedPartsOf } from './files/put-file.ts'

async function symbolsOf(file: string, text: string): Promise<string[]> {
  const { reading } = languageOf(file)
  const parsers = new Parsers()
  if (reading.kind === 'code') await parsers.load([reading.grammar])
  const sizes = { joined: 0, longest: 60 }
  return cutIntoChunks(file, splitLines(text), parsers, sizes).map(
    ({ first, last, symbols }) => `${first}-${last} ${symbols.join('.')}`,
  )
}

test.each([
  [
    'a.ts',
    'import x\n\n/** Says it. */\nexport class A {\n  b() {\n    return 1\n  }\n}\nexport const f = () => 2\n',
    'b',
    'f',
  ],
  ['a.js', 'function one() {\n  return 1\n}\nclass B {\n  two() {}\n}\n', 'one', 'two'],
  ['a.tsx', 'export function Page() {\n  return <p />\n}\nconst More = () => <b />\n', 'Page', 'More'],
  ['a.py', 'import os\n\n@once\ndef one():\n    pass\n\nclass B:\n    def two(self):\n        pass\n', 'one', 'two'],
  ['a.go', 'package a\n\n// One is.\nfunc One() int { return 1 }\n\nfunc (t T) Two() {}\n', 'One', 'Two'],
  ['a.rs', 'struct S;\nimpl S {\n  fn one(&self) {}\n}\nfn two() {}\n', 'one', 'two'],
  ['A.java', 'class A {\n  int one() {\n    return 1;\n  }\n}\ninterface Two {}\n', 'one', 'Two'],
  ['a.cs', 'namespace N {\n  class A {\n    void One() {\n    }\n  }\n}\n', 'A', 'One'],
  ['a.cpp', 'namespace n {\nclass A {\n  void one() {\n  }\n};\n}\nint two(int x) {\n  return x;\n}\n', 'one', 'two'],
  ['a.rb', 'class A\n  def one\n    1\n  end\nend\ndef two\nend\n', 'one', 'two'],
  ['a.php', '<?php\nclass A {\n  function one() {\n  }\n}\nfunction two() {}\n', 'one', 'two'],
  ['a.sh', '#!/bin/sh\none() {\n  true\n}\ntwo() {\n  true\n}\n', 'one', 'two'],
  ['a.md', '# One\n\ntext\n\n```\n# no heading\n```\n\n## two\n\nmore\n', 'One', 'two'],
])('%s is cut where its symbols begin', async (file, text, ...names) => {
  const found = await symbolsOf(file, text)
  for (const name of names) expect(found.some(chunk => new RegExp(`[ .]${name}$`).test(chunk))).toBe(true)
  expect(found.some(chunk => chunk.includes('no heading'))).toBe(false)
})

test('a comment and a decorator belong to the symbol below them', async () => {
  const text = 'import os\n\n# Says it.\n@once\ndef one():\n    pass\n'
  expect(await symbolsOf('a.py', text)).toEqual(['1-1 ', '3-6 one'])
})

test.each([
  ['a.ts', 'const a = 1 // one\n/* two\n three */\nconst url = "http://x"\n', ['// one', '/* two\n three */']],
  [
    'a.py',
    'def f():\n    """Says it.\n\n    At length."""\n    return 1  # one\n',
    ['Says it.', 'At length.', '# one'],
  ],
  ['a.sql', '-- one\nselect 1\n', ['-- one']],
  ['a.txt', '# no comment\n', []],
])('the comments of %s are told from its code, and no word of it is lost', (file, text, comments) => {
  const lines = splitLines(text)
  const { body, notes } = indexedPartsOf(lines, commentStarts(file, lines), [1, lines.length])
  for (const comment of comments) expect(notes).toContain(comment)
  if (comments.length === 0) expect(notes).toBe('')
  expect(`${body}\n${notes}`.split(/\s+/).sort()).toEqual(expect.arrayContaining(text.trim().split(/\s+/).sort()))
  expect(notes).not.toMatch(/return|select|http/)
})

test('every line with words in it is in one passage, and none is longer than allowed', () => {
  const line = fc.constantFrom('', 'a', '  b', '# c')
  const spans = fc.array(fc.tuple(fc.nat(90), fc.nat(40)), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 100 }), spans, (lines, places) => {
      const symbols = places
        .map(([first, length]) => ({ name: 's', names: ['s'], first, last: first + length }))
        .filter(({ last }) => last < lines.length)
      const chunks = chunksOf(lines, symbols, { joined: 10, longest: 20 })
      const covered = chunks.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
      expect(new Set(covered).size).toBe(covered.length)
      lines.forEach((text, at) => {
        if (text.trim() !== '') expect(covered).toContain(at + 1)
      })
      for (const { first, last } of chunks) expect(last - first).toBeLessThan(20)
    }),
  )
})

test('ignored paths are written as in a .gitignore', () => {
  const matches = (pattern: string, file: string) => patternOf(pattern).test(file)
  expect(matches('vendor/', 'a/vendor/x.js')).toBe(true)
  expect(matches('vendor/', 'a/vendor.js')).toBe(false)
  expect(matches('*.min.js', 'a/b.min.js')).toBe(true)
  expect(matches('/docs', 'docs/a.md')).toBe(true)
  expect(matches('/docs', 'a/docs/a.md')).toBe(false)
  expect(matches('a/**/z', 'a/b/c/z')).toBe(true)
})

async function status(lab: Lab) {
  await lab.call('ask.search', { question: 'walrus' })
  const { files, left_out } = await lab.call('ask.status', {})
  return { files, reasons: Object.fromEntries(left_out.map(({ reason, examples }) => [reason, examples])) }
}

async function paths(lab: Lab, question = 'walrus') {
  return (await lab.call('ask.search', { question, limit: 20 })).sources.map(source => source.path)
}

test('what cannot be cited is left out with its reason, and nothing of it is a crash', async () => {
  await using lab = await openLab()
  const bytes = (file: string, content: Uint8Array) => fs.writeFileSync(path.join(lab.root, file), content)
  lab.write('good.md', '# Walrus\n\nIt sleeps.\n')
  bytes('data.bin', Buffer.from([1, 0, 2, 3]))
  bytes('latin.txt', Buffer.from('the walrus is na\xefve\n', 'latin1'))
  lab.write('empty.txt', '')
  lab.write('lines.txt', 'walrus\n'.repeat(1_000_000))
  lab.write('tall.txt', `${'\n'.repeat(1_000_000)}walrus\n`)
  fs.truncateSync(path.join(lab.root, 'data.bin'), 4)
  fs.writeFileSync(path.join(lab.root, 'huge.log'), '')
  fs.truncateSync(path.join(lab.root, 'huge.log'), 100 * 1024 * 1024)
  lab.write('bundle.js', `var walrus=${'1+'.repeat(20_000)}1`)
  lab.write('.env', 'WALRUS=secret\n')
  lab.write('.sdlc/tools/_shared/tool.ts', '// The walrus of the kit\n')
  lab.write('.agents/skills/furrow-next/SKILL.md', 'Ask the walrus what is next.\n')
  fs.symlinkSync('.', path.join(lab.root, 'loop'))
  fs.symlinkSync('good.md', path.join(lab.root, 'link.md'))
  execFileSync('mkfifo', [path.join(lab.root, 'pipe')])
  const { reasons } = await status(lab)
  expect(reasons).toMatchObject({
    binary: ['data.bin'],
    'larger than 1 MiB': ['huge.log', 'lines.txt'],
    'a symbolic link': ['link.md', 'loop'],
    'may hold secrets': ['.env'],
    'made by a program: its lines are too long to cite': ['bundle.js'],
  })
  expect((await paths(lab)).sort()).toEqual(['good.md', 'latin.txt', 'tall.txt'])
})

test('an empty repository, one without git and one with a config of its own are indexed alike', async () => {
  await using empty = await openLab()
  expect(await empty.call('ask.search', { question: 'walrus' })).toMatchObject({
    sources: [],
    index: { state: 'fresh' },
  })
  await using plain = await openLab({ git: false })
  plain.write('src/a.txt', 'walrus')
  plain.write('node_modules/b/a.txt', 'walrus')
  plain.write('sub/.git', 'gitdir: walrus')
  expect(await paths(plain)).toEqual(['src/a.txt'])
  await using narrow = await openLab()
  narrow.write('.sdlc/tools/ama/config.yaml', 'extensions: [md, .txt]\nignore: [old/]\n')
  for (const file of ['a.md', 'b.txt', 'c.ts', 'old/d.md']) narrow.write(file, 'walrus')
  expect((await paths(narrow)).sort()).toEqual(['a.md', 'b.txt'])
})

test('what git ignores is left out, what it does not know yet is not', async () => {
  await using lab = await openLab()
  lab.write('.gitignore', 'made/\n')
  lab.write('made/a.txt', 'walrus')
  lab.write('new.txt', 'walrus')
  expect(await paths(lab)).toEqual(['new.txt'])
})

const FOLDER = '.sdlc/tools/ama/index'

test.each([
  ['overwritten', (file: string) => fs.writeFileSync(file, 'no database at all, '.repeat(500))],
  ['cut off', (file: string) => fs.truncateSync(file, 5000)],
  ['removed', (file: string) => fs.rmSync(file)],
  [
    'made by another version',
    (file: string) => {
      const index = openCodeIndex(file)
      setIndexMeta(index, 'version', '0')
      index.database.close()
    },
  ],
  ['pointed at by nonsense', (file: string) => fs.writeFileSync(path.join(path.dirname(file), 'current'), 'nonsense')],
])('an index that was %s is made anew under another number', async (name, damage) => {
  await using lab = await openLab()
  lab.write('a.txt', 'walrus')
  const run = await lab.call('ask.index', {})
  await lab.call('run.wait', { id: run.id })
  expect(lab.read(`${FOLDER}/current`)).toBe('1\n')
  damage(path.join(lab.root, FOLDER, '1.db'))
  expect(await paths(lab)).toEqual(['a.txt'])
  expect(lab.read(`${FOLDER}/current`)).toMatch(/^\d+\n$/)
  if (name === 'made by another version') expect(lab.read(`${FOLDER}/current`)).toBe('2\n')
  expect(await paths(lab)).toEqual(['a.txt'])
})

test('what a dead builder left behind is removed, what a living one makes is not', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'walrus')
  await paths(lab)
  fs.writeFileSync(path.join(lab.root, FOLDER, '7.db'), 'half')
  fs.writeFileSync(path.join(lab.root, FOLDER, '7.building'), '999999-00000000-1')
  const run = await lab.call('ask.index', { rebuild: true })
  expect(await lab.call('run.wait', { id: run.id })).toMatchObject({ status: 'succeeded', kind: 'index' })
  expect(lab.list(FOLDER)).toEqual(expect.not.arrayContaining(['7.building', '1.db']))
  expect(await paths(lab)).toEqual(['a.txt'])
})

test('the index is kept out of git', async () => {
  await using lab = await openLab()
  lab.write('a.txt', 'walrus')
  await paths(lab)
  const files = execFileSync('git', ['-C', lab.root, 'ls-files', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  expect(files.split('\n')).toEqual(['a.txt', ''])
})
