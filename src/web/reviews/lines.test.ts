import { expect, test } from 'vitest'
import {
  diffFiles,
  documentLines,
  firstFiles,
  lineFrom,
  placeThreads,
  quoteOf,
  type ReviewThreadDetail,
} from './lines.ts'

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3,3 +3,3 @@ function x() {
 same
--- gone
+++ come
 last
diff --git a/new.md b/new.md
new file mode 100644
--- /dev/null
+++ b/new.md
@@ -0,0 +1 @@
+first
\\ No newline at end of file
`

const thread = (more: Partial<ReviewThreadDetail>): ReviewThreadDetail => ({
  id: 't',
  state: 'open',
  path: 'src/a.ts',
  line: 4,
  end_line: 4,
  standing: 'current',
  quote: '++ come',
  comments: [],
  updated_at: '',
  ...more,
})

test('a patch is read file by file; lines that look like its headings are lines', () => {
  expect(diffFiles(PATCH)).toEqual([
    {
      path: 'src/a.ts',
      lines: [
        { kind: 'head', text: '@@ -3,3 +3,3 @@ function x() {' },
        { kind: 'same', text: 'same', line: 3, other: 3 },
        { kind: 'removed', text: '-- gone', line: 4 },
        { kind: 'added', text: '++ come', line: 4 },
        { kind: 'same', text: 'last', line: 5, other: 5 },
      ],
    },
    {
      path: 'new.md',
      lines: [
        { kind: 'head', text: '@@ -0,0 +1 @@' },
        { kind: 'added', text: 'first', line: 1 },
      ],
    },
  ])
})

test('a thread of a run is shown on its own side, and apart when its line is another one now', () => {
  const lines = diffFiles(PATCH)[0]?.lines ?? []
  expect([...placeThreads([thread({ run: 'r', side: 'new' })], lines).at.keys()]).toEqual([3])
  expect([...placeThreads([thread({ run: 'r', side: 'old', quote: '-- gone' })], lines).at.keys()]).toEqual([2])
  expect(placeThreads([thread({ run: 'r', quote: 'other' })], lines).elsewhere).toHaveLength(1)
})

test('an outdated thread is shown apart from the lines', () => {
  const lines = [{ kind: 'same', text: 'a', line: 4 }] as const
  expect(placeThreads([thread({ standing: 'outdated' })], lines).elsewhere).toHaveLength(1)
})

test('lines of both sides of a diff are not quoted as one text', () => {
  const lines = diffFiles(PATCH)[0]?.lines ?? []
  expect(quoteOf(lines, 2, 3)).toBeUndefined()
  expect(quoteOf(lines, 3, 4)).toBe('++ come\nlast')
})

test('the keys go over the headings of a diff, and stay at its ends', () => {
  const lines = diffFiles(PATCH.replace(' last', ' last\n@@ -9 +9 @@\n next'))[0]?.lines ?? []
  expect(lineFrom(lines, 4, 1)).toBe(6)
  expect(lineFrom(lines, 6, -1)).toBe(4)
  expect(lineFrom(lines, 6, 1)).toBe(6)
  expect(lineFrom(lines, 1, -20)).toBe(1)
  expect(lineFrom(documentLines('a\n'.repeat(50)), 5, 20)).toBe(25)
  expect(lineFrom(documentLines('a\n'.repeat(50)), 45, 20)).toBe(49)
})

test('the first files that fit are opened, and one that fits nowhere', () => {
  const files = [30, 60, 20].map((count, index) => ({ path: `${index}`, lines: documentLines('a\n'.repeat(count)) }))
  expect(firstFiles(files, 1000)).toBe(3)
  expect(firstFiles(files, 100)).toBe(2)
  expect(firstFiles(files, 10)).toBe(1)
})
