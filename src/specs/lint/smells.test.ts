import fs from 'node:fs'
import { expect, test } from 'vitest'
import { type EarsForm, earsForm } from './ears.ts'
import { bareNumbers } from './numbers.ts'
import { SMELL_RULES } from './smell-rules.ts'
import { SMELLS, smellsIn } from './smells.ts'

test.each([
  ['The search shall be easy to use.', 'subjective', ['easy']],
  ['The list shall often be refreshed.', 'ambiguous_adverb', ['often']],
  ['The store shall be high-quality.', 'non_verifiable', ['high-quality']],
  ['The system shall, if possible, retry.', 'loophole', ['if possible']],
  ['The system shall read PDF, HTML, etc.', 'open_ended', ['etc.']],
  ['The list shall use the fastest index.', 'superlative', ['fastest']],
  ['The page shall be faster.', 'comparative', ['faster']],
  ['When a reader saves a link, the system shall store it.', 'vague_pronoun', ['it']],
  ['A tag may be removed.', 'uncertain_verb', ['may']],
  ['The system shall not ask twice.', 'negative', ['shall not']],
  ['The list shall be updated every 5 s.', 'passive', ['shall be updated']],
  ['The report shall list totals, averages and so forth.', 'open_ended', ['and so forth']],
  ['The parser shall, as far as is reasonably possible, recover.', 'loophole', ['as far as is reasonably possible']],
  ['The store shall optimize and secure all data.', 'non_verifiable', ['optimize', 'secure']],
  ['A reader might need not sign in.', 'uncertain_verb', ['might', 'need not']],
  ['The screen shall be adequate and generic.', 'subjective', ['generic', 'adequate']],
] as const)('%s smells of %s', (requirement, kind, words) => {
  expect(smellsIn(requirement)).toContainEqual(expect.objectContaining({ kind, words }))
})

test('a requirement with a number, a unit and a plain verb smells of nothing', () => {
  expect(smellsIn('When a reader saves a link, the system shall store the text within 200 ms.')).toEqual([])
  expect(smellsIn('The system shall keep at least 3 copies.')).toEqual([])
  expect(smellsIn('The answer shall take less than 2 s.')).toEqual([])
})

test.each([
  'If the reader is not signed in, the system shall show the sign-in page.',
  'While the poll is not closed, when a vote arrives, the server shall store the vote.',
  'When a reader opens links that were not read, the system shall mark the links.',
  'The system shall ensure that a reader can delete a link.',
  'The system shall list one or more links.',
  'The system shall stop when the link is no longer needed by a reader.',
  'The list shall be updated by the server every 5 s.',
])('no smell: %s', requirement => {
  expect(smellsIn(requirement)).toEqual([])
})

test('every rule names its source, and the docs name the work', () => {
  for (const rule of SMELL_RULES) expect([rule.source, rule.words]).not.toContain('')
  const docs = fs.readFileSync(new URL('../../../docs/specs.md', import.meta.url), 'utf8')
  for (const { source } of SMELL_RULES) expect(docs).toContain(`| ${source} |`)
})

test('every kind has an example above, and its words are found again at every call', () => {
  expect(SMELLS).toHaveLength(11)
  const twice = [smellsIn('The search shall be easy.'), smellsIn('The search shall be easy.')]
  expect(twice[0]).toEqual(twice[1])
})

test.each<[EarsForm | undefined, string]>([
  ['ubiquitous', 'The system shall list saved articles.'],
  ['event', 'When a reader saves a link, the system shall store the text.'],
  ['state', 'While the device is offline, the system shall show saved articles.'],
  ['unwanted', 'If the page is gone, then the system shall keep the saved text.'],
  ['optional', 'Where tags are switched on, the system shall show them.'],
  ['complex', 'While the device is offline, when a reader saves a link, the system shall queue the link.'],
  [undefined, 'Articles can be tagged.'],
  [undefined, 'Offline reading'],
  [undefined, 'Globally, it is always the case that the list holds.'],
])('the EARS form is %s: %s', (form, requirement) => {
  expect(earsForm(requirement)).toBe(form)
})

test.each([
  ['The list shall be shown within 200.', ['200']],
  ['At least 5 of the requests shall pass, and 3 for each reader.', ['5', '3']],
  ['The list of 1,000 articles shall be shown within 200 ms.', []],
  ['Transport shall use TLS 1.3 on port 443, and 99.9 % of requests pass.', []],
  ['NFR-001 holds for 24 hours in 2 regions.', []],
])('numbers without a unit: %s', (text, bare) => {
  expect(bareNumbers(text)).toEqual(bare)
})
