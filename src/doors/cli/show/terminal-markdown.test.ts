import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paint } from './paint.ts'
import { sanitize } from './sanitize.ts'
import { renderMarkdown, renderVerbatim } from './terminal-markdown.ts'
import { clip, widthOf } from './text-width.ts'

const plain = (text: string, columns = 80) => renderMarkdown(text, { paint: paint(false), columns })
const colored = (text: string) => renderMarkdown(text, { paint: paint(true), columns: 80 })

test('marks become layout, words stay', () => {
  expect(plain('# Title\n\nSome **bold**, *soft* and `code`.\n\n- one\n- [x] two\n> said')).toBe(
    'Title\n\nSome bold, soft and code.\n\n• one\n☑ two\n│ said',
  )
})

test('colours stand for the marks where they are wanted', () => {
  expect(colored('**b** `c`')).toBe('\u001b[1mb\u001b[22m \u001b[36mc\u001b[39m')
})

test('code keeps its marks', () => {
  expect(plain('```sh\nfurrow **x** | `y`\n```')).toBe('  furrow **x** | `y`')
  expect(plain('`**not bold**`')).toBe('**not bold**')
})

test('no line of a diff ends the code it is shown as', () => {
  expect(plain('```diff\n ```\n+`rm *x*` **y**\n```\nafter')).toBe('   ```\n  +`rm *x*` **y**\nafter')
})

test('text of others is shown as it is, with controls made visible', () => {
  const text = '# no heading\n- `x` **y**\n| a | b |\n| --- | --- |\n\u001b[2K'
  expect(renderVerbatim(text, 'text', paint(true))).toBe(text.replace('\u001b', '\u241b'))
  expect(renderVerbatim('+\tgood\n-`bad`\n same', 'diff', paint(false))).toBe('+\tgood\n-`bad`\n same')
})

test('names with underscores and lone stars stay as they are', () => {
  expect(plain('run tool_runs and mem_save, 2 * 3 * 4')).toBe('run tool_runs and mem_save, 2 * 3 * 4')
})

test('links show where they lead', () => {
  expect(plain('[the docs](https://example.test/x)')).toBe('the docs (https://example.test/x)')
})

test('a table has its columns in line, wide characters and bars included', () => {
  expect(plain('| name | n |\n| --- | ---: |\n| 日本 | 5 |\n| a\\|b | 10 |')).toBe('name   n\n日本   5\na|b   10')
})

test('a table wider than the terminal becomes a block for each row', () => {
  expect(plain('| name | what |\n| --- | --- |\n| a | long words here |', 10)).toBe('name  a\nwhat  long words here\n')
})

test('nothing that could steer a terminal survives, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
      expect(plain(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    }),
  )
})

test('emoji that are joined stay joined, hidden and turning characters become visible', () => {
  expect(sanitize('👩‍💻 a\tb')).toBe('👩‍💻 a\tb')
  expect(sanitize('a\u202eb\u200bc\u001b]0;x\u0007')).toBe('a<U+202E>b<U+200B>c␛]0;x␇')
})

test('width counts what a terminal shows', () => {
  expect(['abc', '日本', 'e\u0301', '👩‍💻', '\u001b[1mab\u001b[22m'].map(widthOf)).toEqual([3, 4, 1, 2, 2])
})

test('a clipped text fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
      expect(widthOf(clip(text, columns))).toBeLessThanOrEqual(columns)
    }),
  )
})
