import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { isGeneratedOrVendored, isRecord, isSecondaryFile } from './file-kinds.ts'
import { identifiersIn } from './names.ts'
import { orderPassages, type Passage } from './order.ts'

test('names in a question are those written like identifiers and paths', () => {
  const { symbols, paths } = identifiersIn(
    'Why does `open` in src/store/database/sqlite.ts call setMeta before WAL_MODE?',
  )
  expect([...symbols]).toEqual(expect.arrayContaining(['open', 'setMeta', 'WAL_MODE']))
  expect(symbols.has('call')).toBe(false)
  expect(paths).toContain('src/store/database/sqlite.ts')
})

test.each([
  ['src/login.ts', false],
  ['src/login.test.ts', true],
  ['tests/login.py', true],
  ['pkg/test_login.py', true],
  ['docs/login.html', true],
  ['CHANGELOG.md', true],
  ['src/contest.ts', false],
])('%s stands beside the code: %s', (file, beside) => {
  expect(isSecondaryFile(file)).toBe(beside)
})

const passage = (id: number, path: string, score: number, symbols: string[] = []) => ({ id, path, score, symbols })
const order = (list: Passage[], question = 'why', purpose: 'change' | 'explain' = 'explain') =>
  orderPassages(list, { question, purpose }).map(({ id }) => id)

test('a file clearly ahead is cited again before another, one that is not after it', () => {
  expect(order([passage(1, 'a/x', 9), passage(3, 'a/x', 8), passage(5, 'b/y', 5)])).toEqual([1, 3, 5])
  expect(order([passage(1, 'a/x', 9), passage(3, 'a/x', 3), passage(5, 'b/y', 8)])).toEqual([1, 5, 3])
})

test('a file is cited no more than three times before all others are', () => {
  const list = [1, 3, 5, 7].map(id => passage(id, 'a/x', 20))
  expect(order([...list, passage(9, 'b/y', 1)])).toEqual([1, 3, 5, 9, 7])
})

test('the head of a file comes after what is in it', () => {
  expect(order([{ ...passage(1, 'a/x.ts', 10), isHead: true }, passage(3, 'a/x.ts', 8, ['open'])])).toEqual([3, 1])
})

test.each([
  'package-lock.json',
  'vendor/x/y.go',
  'web/app.min.js',
  '.github/workflows/ci.yml',
  'api/user.pb.go',
  'Cargo.lock',
  'docs/docsets/Shop.docset/index.html',
  'docs/Classes/Session.html',
  'gradlew',
])('%s comes last', file => {
  expect(isGeneratedOrVendored(file)).toBe(true)
  expect(order([passage(1, file, 20), passage(3, 'src/x.ts', 7)])[0]).toBe(3)
})

test('a file in which much answers comes before one in which a little more does once', () => {
  expect(order([passage(1, 'a/x', 10), passage(2, 'b/y', 9), passage(3, 'b/y', 9)])[0]).toBe(2)
})

test('a symbol and a path that the question names count', () => {
  expect(order([passage(1, 'a/x', 10), passage(2, 'b/y', 9, ['setMeta'])], 'what does setMeta do?')[0]).toBe(2)
  expect(order([passage(1, 'a/x.ts', 10), passage(2, 'b/y.ts', 9)], 'what is in b/y.ts?')[0]).toBe(2)
})

test('who asks for callers gets them before the definition', () => {
  const list = [passage(1, 'a/x.ts', 12, ['setMeta']), passage(3, 'b/y.ts', 9, ['refresh'])]
  expect(order(list, 'where is setMeta defined?')[0]).toBe(1)
  expect(order(list, 'who calls setMeta?')[0]).toBe(3)
  const plain = [passage(1, 'a/x.ts', 12, ['validate']), passage(3, 'b/y.ts', 9, ['refresh'])]
  expect(order(plain, 'who calls validate on a response?')[0]).toBe(3)
  expect(order(plain, 'where does it call that?')[0]).toBe(1)
})

test('tests and docs come later, much later where code to change is sought, and first where they are asked for', () => {
  const list = [passage(1, 'tests/x.ts', 18), passage(2, 'src/x.ts', 8)]
  expect(order(list, 'why', 'explain')[0]).toBe(1)
  expect(order(list, 'why', 'change')[0]).toBe(2)
  const close = [passage(1, 'tests/x.ts', 10), passage(2, 'src/x.ts', 8)]
  expect(order(close, 'where is login')[0]).toBe(2)
  expect(order(close, 'which tests cover login')[0]).toBe(1)
})

test.each([
  ['.sdlc/features/login/feature.yaml', true],
  ['sdd/changes/login/proposal.md', true],
  ['sdd/config.yaml', true],
  ['sdd/specs/login.md', false],
  ['src/changes/login.ts', false],
  ['deploy/settings.yaml', false],
])('%s is a record of work: %s', (file, record) => {
  expect(isRecord(file)).toBe(record)
})

test('a record of work comes after code, unless it is asked about, is named, or nothing else answers', () => {
  const record = passage(1, '.sdlc/features/login/spec.md', 20)
  const code = passage(2, 'src/login.ts', 6)
  expect(order([record, code], 'Where is the session cookie set?')).toEqual([2, 1])
  expect(order([record, code], 'Which feature sets the session cookie?')).toEqual([1, 2])
  expect(order([record, code], 'What does login/spec.md say of cookies?')).toEqual([1, 2])
  expect(order([record], 'Where is the session cookie set?')).toEqual([1])
})

test('a card that says the question word for word is not cited before the code that answers it', async () => {
  await using lab = await openLab()
  lab.write('src/session.ts', 'export function setSessionCookie(name: string) {\n  return name\n}\n')
  lab.write(
    '.sdlc/features/x/feature.yaml',
    'title: Where is the session cookie set?\nnotes: the session cookie is set\n',
  )
  const { sources } = await lab.call('ask.search', { question: 'Where is the session cookie set?' })
  expect(sources.map(({ path: file }) => file)).toEqual(['src/session.ts', '.sdlc/features/x/feature.yaml'])
})

test('a source tells which words of the question led to it, and where they stand', async () => {
  await using lab = await openLab()
  lab.write('auth/session.ts', '// Keeps the walrus.\nexport function openSession() {\n  return cookie\n}\n')
  const { sources } = await lab.call('ask.search', { question: 'where does auth openSession keep the cookie?' })
  expect(sources).toMatchObject([
    {
      why: 'symbol: opensession, open, session; path: auth, session; comment: keeps; text: opensession, open, session, cookie',
    },
  ])
})

test('who asks for a language gets what is written in it before what speaks of it', async () => {
  await using lab = await openLab()
  lab.write('a.py', 'def harbour():\n    return "tram"\n')
  lab.write('b.ts', 'export function harbour() {\n  return "tram"\n}\n')
  for (const n of [1, 2, 3, 4]) lab.write(`notes/${n}.txt`, `about python, number ${n}`)
  const { sources } = await lab.call('ask.search', { question: 'harbour in python' })
  expect(sources[0]?.path).toBe('a.py')
})

const WORDS = ['walrus', 'tram', 'harbour', 'flour', 'verse']

/** Every citation of a search and of an answer is true of the file as it is now, word for word. */
async function checkAnswer(lab: Lab, question: string, operation: 'ask.search' | 'ask.answer' = 'ask.search') {
  const input = operation === 'ask.search' ? { question, limit: 10 } : { question, way: 'extract' as const }
  const { sources } = await lab.call(operation, input)
  for (const { path: file, lines, excerpt } of sources) {
    const text = lab.read(file).split('\n')
    expect(text.slice(lines[0] - 1, lines[1]).join('\n')).toBe(excerpt)
    expect(excerpt).toContain(question)
  }
  return sources.length
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('write', 'write', 'append', 'rename', 'delete', 'branch', 'back', 'commit', 'same size'),
    file: fc.nat(3),
    word: fc.constantFrom(...WORDS),
    lines: fc.nat(60),
  }),
  { minLength: 1, maxLength: 6 },
)

test('after edits, renames, deletes and branch switches an answer cites only lines that are there', async () => {
  await using lab = await openLab()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', lab.root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      stdio: 'pipe',
    })
  const name = (n: number) => `src/f${n}.ts`
  const place = (n: number) => path.join(lab.root, name(n))
  const text = (word: string, lines: number) =>
    `${Array.from({ length: lines }, (_, n) => `// line ${n}`).join('\n')}\nexport function f() {\n  return '${word}'\n}\n`
  for (const n of [0, 1, 2, 3]) lab.write(name(n), text(WORDS[n] ?? 'verse', 3 * n))
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('checkout', '-qb', 'other')
  lab.write(name(0), text('verse', 30))
  git('commit', '-qam', 'two')
  const change: Record<string, (edit: { file: number; word: string; lines: number }) => void> = {
    write: ({ file, word, lines }) => lab.write(name(file), text(word, lines)),
    append: ({ file, word }) => fs.existsSync(place(file)) && fs.appendFileSync(place(file), `// ${word}\n`),
    rename: ({ file }) => fs.existsSync(place(file)) && fs.renameSync(place(file), place((file + 1) % 4)),
    delete: ({ file }) => fs.rmSync(place(file), { force: true }),
    branch: () => git('checkout', '-qf', 'main'),
    back: () => git('checkout', '-qf', 'other'),
    // The branches grow apart, so that a switch changes many files at once.
    commit: () => {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', 'more')
    },
    'same size': ({ file }) =>
      fs.existsSync(place(file)) &&
      fs.writeFileSync(place(file), fs.readFileSync(place(file), 'utf8').replaceAll('walrus', 'wallus')),
  }
  let cited = 0
  await fc.assert(
    fc.asyncProperty(edits, async list => {
      for (const edit of list) {
        change[edit.kind]?.(edit)
        cited += await checkAnswer(lab, edit.word)
      }
      const held = [0, 1, 2, 3].filter(n => fs.existsSync(place(n)) && lab.read(name(n)).includes('tram'))
      expect(await checkAnswer(lab, 'tram')).toBeGreaterThanOrEqual(held.length)
      expect(await checkAnswer(lab, 'tram', 'ask.answer')).toBeGreaterThanOrEqual(held.length)
    }),
    { numRuns: 25 },
  )
  expect(cited).toBeGreaterThan(20)
}, 120_000)
