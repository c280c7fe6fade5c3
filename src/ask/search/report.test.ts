import { expect, test } from 'vitest'
import { readQuestion } from './read-question.ts'
import { isReport, readReport } from './report.ts'

const REPORT = `### [Bug]: loadConfig ignores empty files

### Prerequisites

- [x] I have searched existing issues

### Describe the bug

Calling \`loadConfig()\` on an empty file crashes in src/config/load.ts. See https://example.org/walrus.

\`\`\`
2026-01-01T10:00:00Z INFO harbour started
TypeError: Cannot read properties of undefined (reading 'tram')
    at parseSection (/home/somebody/app/node_modules/shop/src/config/sections.ts:12:3)
    at Module._compile (node:internal/modules/cjs/loader:1)
\`\`\`

### Environment

- OS: Ubuntu 22.04
- Node: 20.19.0
`

test('a report is told from a question', () => {
  expect(isReport(REPORT)).toBe(true)
  expect(isReport('Where is the session cookie set?')).toBe(false)
  expect(isReport('panic: nil map\n\ngoroutine 1 [running]:')).toBe(true)
})

test('what a report says is kept, and its form, log, addresses and environment are not', () => {
  const { title, words, names } = readReport(REPORT)
  expect(title).toBe('loadConfig ignores empty files')
  for (const word of ['loadConfig', 'ignores', 'empty', 'parseSection', 'TypeError', 'tram'])
    expect([...words.keys()]).toContain(word)
  for (const word of ['Prerequisites', 'searched', 'walrus', 'harbour', 'Ubuntu', '_compile'])
    expect([...words.keys()].join(' ')).not.toContain(word)
  expect([...names.symbols]).toEqual(expect.arrayContaining(['loadConfig', 'parseSection']))
  expect(names.paths).toEqual(expect.arrayContaining(['src/config/load.ts', 'shop/src/config/sections.ts']))
})

const ask = (question: string, questions?: string[]) =>
  readQuestion({ question, ...(questions && { topic: { questions, files: ['src/login.ts'] } }) }, () => 1)

test('who reports a bug looks for code to change, who asks looks for what explains', () => {
  expect(ask(REPORT).purpose).toBe('change')
  expect(ask('How is a session stored?').purpose).toBe('explain')
})

test('a long text is searched for by a few words, the title by itself', () => {
  const text = `${REPORT}\n${Array.from({ length: 9000 }, (_, n) => `word${n}`).join(' ')}`
  const { parts } = ask(text)
  expect(parts[0].text.split(' ').length).toBeLessThan(60)
  expect(parts[0].text).toContain('loadConfig')
  expect(parts[1]?.text).toBe('loadConfig ignores empty files')
})

test('words that mean the same are looked for as well, for less', () => {
  const [, synonyms] = ask('where is the worker killed?').parts
  expect(synonyms?.text).toContain('termin')
  expect(synonyms?.weight).toBeLessThan(1)
})

test.each(['And where is it cleared?', 'Why?', 'What about refresh tokens there?', 'Who calls that?'])(
  '%s goes on with the thread',
  question => {
    const { parts, cited } = ask(question, ['Where is the session cookie set?'])
    expect(parts.at(-1)?.text).toBe('Where is the session cookie set?')
    expect([...cited]).toEqual(['src/login.ts'])
  },
)

test('a question that names its own subject leans little on those before it', () => {
  const { parts, cited } = ask('How are uploaded pictures resized before storage?', [
    'Where is the session cookie set?',
  ])
  expect(parts.at(-1)?.weight).toBeLessThan(0.3)
  expect(cited.size).toBe(0)
})

test.each([
  '\n',
  '. ',
  'a.',
  '..',
  '<!--',
  '`',
  '"',
  '[',
  '- [',
  '<a ',
  'at ',
  ' ',
  'aA',
  'x = ',
  '    a',
  'Error:',
  '/',
  '_',
])('a text of 100,000 characters made of %j is read', unit => {
  const text = unit.repeat(100_000 / unit.length)
  expect(ask(text).parts[0].text.length).toBeLessThan(20_000)
  expect(ask(`title\n\n${text}`).parts.length).toBeGreaterThan(0)
})
