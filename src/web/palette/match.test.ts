import fc from 'fast-check'
import { expect, test } from 'vitest'
import { match } from './match.ts'

const commands = ['Go to Runs', 'Go to Home', 'Use the dark theme', 'Copy furrow run list'].map(title => ({
  id: title,
  title,
  group: 'g',
  also: title.includes('theme') ? 'colour night' : '',
}))
const titles = (query: string) => match(query, commands).map(({ command }) => command.title)

test('an empty query gives everything in order', () => {
  expect(titles(' ')).toEqual(commands.map(({ title }) => title))
})

test('the start of a word beats letters in order', () => {
  expect(titles('run')).toEqual(['Go to Runs', 'Copy furrow run list'])
  expect(titles('dark')).toEqual(['Use the dark theme'])
})

test('every word must be found, in any order', () => {
  expect(titles('theme dark')).toEqual(['Use the dark theme'])
  expect(titles('dark runs')).toEqual([])
})

test('other words find a command too', () => {
  expect(titles('night')).toEqual(['Use the dark theme'])
})

test('ranges lie within the title, in order and apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (query, names) => {
      const all = names.map(title => ({ id: title, title, group: '' }))
      for (const { command, ranges } of match(query, all)) {
        let end = -1
        for (const [from, to] of ranges) {
          expect(from).toBeGreaterThan(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(command.title.toLowerCase().length)
          end = to
        }
      }
    }),
  )
})

test('a command whose name was typed comes first, and letters in order only where no words are found', () => {
  const commands = [
    {
      id: 'enrich',
      title: 'Add what was found out about feedback',
      group: 'Do',
      also: 'feedback.enrich furrow feedback enrich',
    },
    { id: 'add', title: 'Keep what somebody said', group: 'Do', also: 'feedback.add furrow feedback add' },
    { id: 'noise', title: 'feel every deed back at addition', group: 'Do' },
  ]
  expect(match('feedback add', commands).map(({ command }) => command.id)).toEqual(['add', 'enrich'])
})

/** As in a workspace with files and records that speak of everything. */
const offered = [
  { id: 'feature', title: 'Pages per priority', group: 'Work' },
  {
    id: 'begin-exploration',
    title: 'Start an exploration',
    group: 'Start',
    also: 'new begin create research question',
  },
  { id: 'begin-change', title: 'Start a change', group: 'Start', also: 'new begin create fix feature refactor' },
  { id: 'begin-feature', title: 'Create a feature', group: 'Start', also: 'new begin create card idea' },
  { id: 'save', title: 'Save to memory', group: 'Start', also: 'new remember' },
  { id: 'run', title: 'shelf-stats', group: 'Recent runs', also: 'run 2 succeeded' },
  { id: 'tool', title: 'Shelf stats', group: 'Run a tool', also: 'run tool shelf-stats', name: 'shelf-stats' },
  { id: 'runs-undo', title: 'Undo a merged run', group: 'Do', also: 'agent.undo furrow runs undo', name: 'runs undo' },
  { id: 'undo', title: 'Take back the last write', group: 'Do', also: 'store.undo furrow undo', name: 'undo' },
  {
    id: 'cancel',
    title: 'Give a change up',
    group: 'Do',
    also: 'change.cancel furrow change cancel',
    name: 'change cancel',
  },
]

const found = (query: string) =>
  [
    '.sdlc/features/pages-per-priority/spec.md',
    'docs/undo-start-a-new-feature-change.md',
    'AGENTS.md',
    'What we save',
  ].map(title => ({ id: title, title, group: 'Files', also: query, isFound: true }))

test.each([
  ['pages per', 'feature'],
  ['pages per priority', 'feature'],
  ['start exploration', 'begin-exploration'],
  ['start a change', 'begin-change'],
  ['new feature', 'begin-feature'],
  ['save memory', 'save'],
  ['shelf-stats', 'tool'],
  ['undo', 'undo'],
  ['cancel change', 'cancel'],
])('"%s" leads to what is called so, above files and memory', (query, id) => {
  expect(match(query, [...found(query), ...offered])[0]?.command.id).toBe(id)
})

test('a record whose title was typed stays first', () => {
  const record = { id: 'record', title: 'Undo keeps comments', group: 'Memory', also: 'undo keeps', isFound: true }
  expect(match('undo keeps', [...offered, record])[0]?.command.id).toBe('record')
})
