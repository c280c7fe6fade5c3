import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepted, refusal as refused } from '../../../../tests/support/refusals.ts'
import { hostileText } from '../../../../tests/support/store/arbitraries.ts'
import { appendSection, readSection, replaceSection, sectionsOfMarkdown } from './markdown.ts'

const TEXT = `---
title: x
# not a heading
---
Lead.

# Title #
Intro.

## Goals

\`\`\`sh
# not a heading
\`\`\`

### Later ###
More.
<!--
## not a heading
-->

## Risks
None.
`

test('headings are found with their level, and none inside code, comments or front matter', () => {
  expect(sectionsOfMarkdown(TEXT).map(({ level, title, line }) => ({ level, title, line }))).toEqual([
    { level: 1, title: 'Title', line: 7 },
    { level: 2, title: 'Goals', line: 10 },
    { level: 3, title: 'Later', line: 16 },
    { level: 2, title: 'Risks', line: 22 },
  ])
})

test.each([
  ['   ### three spaces', 'three spaces'],
  ['#\ttab', 'tab'],
  ['#', ''],
  ['## ##', ''],
  ['# a # b #', 'a # b'],
  ['# C#', 'C#'],
])('%j is a heading', (line, title) => {
  expect(sectionsOfMarkdown(line)).toMatchObject([{ title }])
})

test.each([
  '#no space',
  '####### seven',
  '    # indented',
  '> # quoted',
  '- # item',
  '\\# escaped',
  'text # x',
  '<pre>\n# x\n</pre>',
  '````\n```\n# x\n````',
  '~~~\n# x',
  '``` a\n# x\n```',
])('%j holds no heading', text => {
  expect(sectionsOfMarkdown(text)).toEqual([])
})

test('a line of code in backticks, closed on the same line, opens nothing', () => {
  expect(sectionsOfMarkdown('```x``` y\n# real')).toMatchObject([{ title: 'real' }])
})

test.each([
  ['blanks behind a heading', `# ${' '.repeat(200_000)}x`],
  ['a fence of 200,000 backticks', `${'`'.repeat(200_000)}\n# x\n`],
  ['marks without end', '#'.repeat(200_000)],
  ['marks behind a heading', `# ${'# '.repeat(100_000)}x`],
  ['100,000 headings', '###### x\n'.repeat(100_000)],
  ['50,000 comments that open', '<!--\n'.repeat(50_000)],
])('%s are read in no time worth speaking of', (_name, text) => {
  expect(sectionsOfMarkdown(text).length).toBeLessThanOrEqual(100_000)
})

test('a section reaches to the next heading of its level or higher', () => {
  expect(readSection(TEXT, '## Goals')).toContain('### Later ###')
  expect(readSection(TEXT, 'Later')).toBe('More.\n<!--\n## not a heading\n-->')
  expect(readSection(TEXT, '# Goals')).toBeUndefined()
  expect(readSection(TEXT, 'Nowhere')).toBeUndefined()
})

test('a replaced section leaves every byte before its body and from the next heading on', () => {
  expect(replaceSection(TEXT, 'Later', 'New.\n')).toBe(TEXT.replace('More.\n<!--\n## not a heading\n-->\n', '\nNew.\n'))
  expect(replaceSection(TEXT, 'Risks', '')).toBe(TEXT.replace('## Risks\nNone.\n', '## Risks\n'))
  expect(replaceSection(TEXT, 'Nowhere', 'x')).toBeUndefined()
})

test('the body that is already there changes no byte', () => {
  expect(replaceSection(TEXT, 'Risks', 'None.\n\n')).toBe(TEXT)
})

test('an added section stands at the end', () => {
  expect(appendSection(TEXT, 'Log', 'First.')).toBe(`${TEXT}\n## Log\n\nFirst.\n`)
  expect(appendSection('', '# Log', '')).toBe('# Log\n')
  expect(appendSection('x', '### Log', 'y')).toBe('x\n\n### Log\n\ny\n')
})

test('carriage returns are kept', () => {
  const text = TEXT.replaceAll('\n', '\r\n')
  expect(replaceSection(text, 'Risks', 'a\nb')).toBe(
    TEXT.replace('## Risks\nNone.', '## Risks\n\na\nb').replaceAll('\n', '\r\n'),
  )
  expect(readSection(text, 'Later')).toBe('More.\n<!--\n## not a heading\n-->')
})

test.each(['```\nnever closed', '<!-- never closed', '## As high\nx', '# Higher'])(
  'a body that would break the document (%j) is refused',
  body => {
    expect(refused(() => replaceSection(TEXT, 'Goals', body))).toMatchObject({ code: 'usage' })
    expect(refused(() => appendSection(TEXT, '## Log', body))).toMatchObject({ code: 'usage' })
  },
)

const line = fc.oneof(
  fc.constantFrom(
    '',
    '# One',
    '## Two',
    '### Three',
    '## Four ##',
    'text',
    '```',
    '```js',
    '~~~',
    '<!--',
    '-->',
    '<!-- x -->',
    '---',
    '    # code',
  ),
  hostileText,
)
const document = fc
  .tuple(fc.array(line, { maxLength: 15 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, final]) => lines.join(eol) + (final ? eol : ''))

test('whatever the document, a replaced section reads back and the others stay byte for byte', () => {
  fc.assert(
    fc.property(document, fc.nat(), fc.array(line, { maxLength: 5 }), (text, pick, body) => {
      const found = sectionsOfMarkdown(text)
      if (found.length === 0) return
      const { title } = found[pick % found.length] ?? { title: '' }
      const index = found.findIndex(section => section.title === title)
      const changed = accepted(() => replaceSection(text, title, body.join('\n')))
      if (changed === undefined || changed === text || /^#/.test(title)) return
      const [section, next] = [found[index], sectionsOfMarkdown(changed)[index]]
      expect(changed.slice(0, section?.bodyStart)).toBe(text.slice(0, section?.bodyStart))
      expect(changed.slice(next?.end)).toBe(text.slice(section?.end))
      expect(readSection(changed, title)).toBe(trimmed(body.join('\n')))
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) },
  )
})

test('offsets cut the document into all of its bytes', () => {
  fc.assert(
    fc.property(document, text => {
      const starts = [0, ...sectionsOfMarkdown(text).map(section => section.start), text.length]
      expect(
        starts
          .slice(1)
          .map((end, index) => text.slice(starts[index], end))
          .join(''),
      ).toBe(text)
    }),
  )
})

function trimmed(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}
