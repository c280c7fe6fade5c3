import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { asksWhy } from './history.ts'

function commitAll(lab: Lab, message: string, date: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: lab.root, env: { ...lab.env, GIT_COMMITTER_DATE: date }, stdio: 'pipe' })
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', message, `--date=${date}`)
}

/** Two functions; the retries of one were changed by a commit that says why. */
async function openWithHistory(): Promise<Lab> {
  const lab = await openLab()
  const text = (retries: number) =>
    `export function sendInvoice(invoice) {\n  return post(invoice, { retries: ${retries} })\n}\n\nexport function printInvoice(invoice) {\n  return invoice.lines.join('\\n')\n}\n`
  lab.write('src/invoice.js', text(3))
  commitAll(lab, 'Add invoices', '2026-01-05T10:00:00Z')
  lab.write('src/invoice.js', text(7))
  commitAll(
    lab,
    'Retry invoices seven times\n\nThe bank drops the first five calls of every morning.',
    '2026-02-07T10:00:00Z',
  )
  return lab
}

test('why is answered with the newest commits that wrote the found lines, by every door', async () => {
  await using lab = await openWithHistory()
  const { sources } = await lab.call('ask.search', { question: 'why does sendInvoice retry seven times?' })
  const [first] = sources
  expect(first?.path).toBe('src/invoice.js')
  expect(first?.commits?.[0]).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{10}$/),
    date: '2026-02-07',
    message: 'Retry invoices seven times\n\nThe bank drops the first five calls of every morning.',
  })
  const answered = await lab.call('ask.answer', { question: 'why seven retries in sendInvoice?', way: 'extract' })
  expect(answered.synthesis).toContain('> The bank drops the first five calls of every morning.')
  const shown = await lab.call('thread.show', { id: answered.thread_id })
  expect(shown.turns[0]?.sources[0]?.commits).toHaveLength(2)
  const asked = await lab.call('ask.answer', { question: 'why seven retries in sendInvoice?', way: 'client' })
  expect(asked.sources[0]?.commits?.[0]?.message).toContain('seven times')
})

test('of many commits those that speak of the question are shown, however old', async () => {
  await using lab = await openWithHistory()
  for (const [n, name] of ['bill', 'receipt', 'order'].entries()) {
    lab.write('src/invoice.js', lab.read('src/invoice.js').replace('export function printInvoice', `// ${name}\n$&`))
    commitAll(lab, `Mention the ${name}`, `2026-03-0${n + 1}T10:00:00Z`)
  }
  const { sources } = await lab.call('ask.search', { question: 'why does sendInvoice retry seven times?', limit: 1 })
  expect(sources[0]?.commits?.map(({ message }) => message.split('\n')[0])).toEqual([
    'Retry invoices seven times',
    expect.any(String),
  ])
})

test('another question has no history, and lines that are in no commit have none', async () => {
  await using lab = await openWithHistory()
  const where = await lab.call('ask.search', { question: 'where is sendInvoice?' })
  expect(where.sources.flatMap(({ commits = [] }) => commits)).toEqual([])
  lab.write('src/refund.js', 'export function refundCustomer() {\n  return 1\n}\n')
  const why = await lab.call('ask.search', { question: 'why does refundCustomer return one?', limit: 1 })
  expect(why.sources).toMatchObject([{ path: 'src/refund.js' }])
  expect(why.sources[0]).not.toHaveProperty('commits')
})

test('without git why is answered by passages alone', async () => {
  await using lab = await openLab({ git: false })
  lab.write('src/refund.js', 'export function refundCustomer() {\n  return 1\n}\n')
  const { sources } = await lab.call('ask.search', { question: 'why does refundCustomer return one?' })
  expect(sources).toHaveLength(1)
  expect(sources[0]).not.toHaveProperty('commits')
})

test.each([
  ['why is the timeout 30 seconds?', true],
  ['What is the reason for the lock file?', true],
  ['since when are tokens rotated?', true],
  ['who introduced the second cache?', true],
  ['where is the timeout set?', false],
  ['what happens when a token expires?', false],
])('%s', (question, expected) => {
  expect(asksWhy(question)).toBe(expected)
})
