import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Inline, type MarkdownBlock, markdownSections, parseMarkdown, plainText } from './parse.ts'

const first = (text: string): Inline | undefined => {
  const block = parseMarkdown(text)[0]
  return block && 'children' in block ? (block.children[0] as Inline) : undefined
}

const words = (blocks: readonly MarkdownBlock[]): string =>
  blocks
    .map(block => {
      if (block.kind === 'list') return block.items.map(item => words(item.children)).join(' ')
      if (block.kind === 'quote') return words(block.children)
      if (block.kind === 'table')
        return [block.head, ...block.rows]
          .flat()
          .map(cell => plainText(cell.children))
          .join(' ')
      if ('text' in block) return block.text
      return 'children' in block ? plainText(block.children) : ''
    })
    .join('\n')

test('headings get slugs that are unique, and levels that skip none', () => {
  expect(markdownSections(parseMarkdown('# Plan\n\n### Plan\n\n## Über uns\n\n#### `x` & y\n\n##### ???'))).toEqual([
    { slug: 'plan', level: 1, title: 'Plan' },
    { slug: 'plan-2', level: 2, title: 'Plan' },
    { slug: 'über-uns', level: 2, title: 'Über uns' },
    { slug: 'x-y', level: 3, title: 'x & y' },
    { slug: 'section', level: 4, title: '???' },
  ])
})

test('tables keep their columns and alignment', () => {
  expect(parseMarkdown('| a | b |\n| - | -: |\n| 1 | `2\\|3` |')).toEqual([
    {
      kind: 'table',
      head: [{ children: [{ kind: 'text', text: 'a' }] }, { align: 'right', children: [{ kind: 'text', text: 'b' }] }],
      rows: [
        [{ children: [{ kind: 'text', text: '1' }] }, { align: 'right', children: [{ kind: 'code', text: '2|3' }] }],
      ],
    },
  ])
})

test('a task list says what is done', () => {
  const [list] = parseMarkdown('- [ ] one\n- [x] **two**\n- three')
  expect(list).toMatchObject({ kind: 'list', ordered: false, items: [{ done: false }, { done: true }, {}] })
  expect(words([list as MarkdownBlock])).toBe('one two three')
})

test('a numbered list starts where it says, and lists nest', () => {
  expect(parseMarkdown('3. a\n   - b')).toMatchObject([
    { ordered: true, start: 3, items: [{ children: [{}, { kind: 'list' }] }] },
  ])
})

test('code is text as it stands, with its language', () => {
  expect(parseMarkdown('```ts twoslash\nconst a = "&lt;<b>"\n```')).toEqual([
    { kind: 'code', lang: 'ts', text: 'const a = "&lt;<b>"' },
  ])
})

test('quotes hold blocks', () => {
  expect(parseMarkdown('> a\n>\n> - b')).toMatchObject([
    { kind: 'quote', children: [{ kind: 'paragraph' }, { kind: 'list' }] },
  ])
})

test('character references are read in words and left alone in code', () => {
  expect(words(parseMarkdown('a &lt;b&gt; &amp;amp; &#x41; &nosuch; `&lt;`'))).toBe('a <b> &amp; A &nosuch; &lt;')
})

test('raw HTML is words, in a line and as a block', () => {
  expect(words(parseMarkdown('a <img src=x onerror=alert(1)> b'))).toBe('a <img src=x onerror=alert(1)> b')
  expect(parseMarkdown('<script>alert(1)</script>')).toEqual([{ kind: 'plain', text: '<script>alert(1)</script>' }])
  expect(parseMarkdown('<details>\n<summary>x</summary>\n</details>')[0]?.kind).toBe('plain')
})

test.each([
  ['https://example.org/a?b=1&c=2', { kind: 'outside', href: 'https://example.org/a?b=1&c=2' }],
  ['mailto:a@example.org', { kind: 'outside', href: 'mailto:a@example.org' }],
  ['/changes/add-login?stage=spec', { kind: 'page', href: '/changes/add-login?stage=spec' }],
  ['#the-plan', { kind: 'section', slug: 'the-plan' }],
  ['adrs/ADR-001.md', { kind: 'file', path: 'adrs/ADR-001.md' }],
  ['../a%20b.md', { kind: 'file', path: '../a b.md' }],
])('the link %s leads where it says', (href, target) => {
  expect(first(`[x](${href})`)).toMatchObject({ kind: 'link', target })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'j&#x61;vascript:alert(1)',
  'java&#10;script:alert(1)',
  'java&#x0a;script:alert(1)',
  '&#1;javascript:alert(1)',
  '&#xad;javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//example.org/x',
  '/\\example.org',
  '\\\\example.org',
  'view-source:https://example.org',
  'https:',
])('the link %s leads nowhere', href => {
  expect(first(`[x](<${href}>)`)).toMatchObject({ kind: 'link', target: { kind: 'none' } })
})

test('a reference may not bring an address in by the back door', () => {
  expect(first('[x][r]\n\n[r]: javascript:alert(1)')).toMatchObject({ target: { kind: 'none' } })
  expect(first('![x](javascript:alert(1))')).toMatchObject({ target: { kind: 'none' } })
  expect(words(parseMarkdown('[__proto__] [constructor]\n\n[__proto__]: https://example.org'))).toContain('constructor')
})

test('a picture is named and linked, never fetched', () => {
  expect(first('![a tree](https://example.org/t.png)')).toEqual({
    kind: 'link',
    target: { kind: 'outside', href: 'https://example.org/t.png' },
    children: [{ kind: 'text', text: 'a tree' }],
  })
})

test.each([
  ['lists nested two thousand deep', Array.from({ length: 2000 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
  ['quotes nested five thousand deep', `${'> '.repeat(5000)}a`],
  ['a paragraph of nothing but stars', '*a'.repeat(100_000)],
  ['ten thousand stars', `${'*'.repeat(5000)}a${'*'.repeat(5000)}`],
  ['half a megabyte', 'words and words\n\n'.repeat(40_000)],
])('%s is shown as it is', (_, text) => {
  expect(parseMarkdown(text)).toEqual([{ kind: 'plain', text }])
})

test('long lists, tables and code are no reason to give up', () => {
  expect(parseMarkdown('- an item of a list\n'.repeat(3000))[0]?.kind).toBe('list')
  expect(parseMarkdown(`|a|\n|-|\n${'|a cell of a table|\n'.repeat(3000)}`)[0]?.kind).toBe('table')
  expect(parseMarkdown(`\`\`\`\n${'x'.repeat(50_000)}\n\`\`\``)[0]?.kind).toBe('code')
})

const pieces = fc.constantFrom(
  '<',
  '>',
  '[',
  '](',
  ')',
  '`',
  '*',
  '_',
  '|',
  '\n',
  '- ',
  '> ',
  '#',
  '&',
  ';',
  ':',
  'x',
  'javascript:',
  '/',
  '![',
  '"',
)

test('whatever is written, every link is judged and nothing throws', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 }), parts => {
      const found = JSON.stringify(parseMarkdown(parts.join('')), (key, value) =>
        key === 'href' ? String(value) : value,
      )
      for (const [, href = ''] of found.matchAll(/"kind":"(?:outside|page)","href":"((?:[^"\\]|\\.)*)"/g))
        expect(href).toMatch(/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i)
    }),
    { numRuns: 2000 },
  )
})
