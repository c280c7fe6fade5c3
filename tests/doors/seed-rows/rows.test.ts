import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../lab.ts'

/** How many rows each part of the black-box table of seeds 000 to 002 has, and what was inserted between them. */
const PARTS = { '0': 27, M: 17, '1': 40, '2': 34 } as const
const INSERTED = ['1-32b', '1-32c']
const ROWS = [
  ...Object.entries(PARTS).flatMap(([part, count]) => Array.from({ length: count }, (_, n) => `${part}-${n + 1}`)),
  ...INSERTED,
]

/** Rows that a test outside of this folder holds: its file and its name. */
const HELD_BY: Readonly<Record<string, readonly [file: string, name: string]>> = {
  '0-4': [
    'src/memory/explore/explore.test.ts',
    'ten merges keep a heading inside a field, and the newest value of each field',
  ],
  '0-26': [
    'src/workspace/guides/size.test.ts',
    'seed 000: exploring comes before the pipelines, in the instructions and in a guide of its own',
  ],
  'M-1': ['src/memory/memory.test.ts', 'whatever a record ever said is there, and any of it can be restored'],
  'M-15': ['src/changes/adr/adr.test.ts', 'a replaced decision says so in memory and ranks below its successor'],
  '1-5': [
    'src/flows/context-check/check.test.ts',
    'the sections of specs that match are shown with their lines, the others are not',
  ],
  '1-18': [
    'src/flows/context-check/check.test.ts',
    'an id or a file shared with other open work must be named, with completed work it need not',
  ],
  '1-20': [
    'src/specs/specs.test.ts',
    'seed 001 §2.2: the stages come in their order, business-rules between specify and clarify',
  ],
  '1-22': [
    'src/specs/specs.test.ts',
    'wrong order: a stage that comes later, and one that is done, are refused with what to do',
  ],
  '1-25': [
    'src/specs/specs.test.ts',
    '%s has two real variants: guided explains every section in block quotes, expert none',
  ],
  '1-27': ['src/specs/specs.test.ts', 'the files of a %s specification are written in its variant'],
  '1-28': ['src/specs/gate/gate.test.ts', '%s at %i leads to %s'],
  '1-29': [
    'src/specs/gate/gate.test.ts',
    'without answers it returns the framework: requirements, rules, dimensions, findings; and writes nothing',
  ],
  '1-30': ['src/specs/gate/gate.test.ts', '"target_users=50" is not a pair such as target_users:80'],
  '1-31': [
    'src/workspace/guides/size.test.ts',
    'seed 001 §3: the guides name what they stand on, each where it is used',
  ],
  '1-32': [
    'src/workspace/guides/size.test.ts',
    'seed 001 §3: the guides name what they stand on, each where it is used',
  ],
  '1-34': ['src/workspace/guides/size.test.ts', 'seed 001 §3.4: all guides together have at most 462 lines'],
  '1-35': [
    'src/specs/specs.test.ts',
    "a user's own design.md is not replaced; with overwrite its text is kept beside the new one",
  ],
  '1-36': [
    'src/specs/specs.test.ts',
    'what follows from a changed file is stale until it is confirmed or rewritten, in order',
  ],
  '1-37': [
    'src/specs/coverage.test.ts',
    'a PASS that the computed coverage contradicts is refused with the ids, and nothing is written',
  ],
  '1-39': ['src/specs/specs.test.ts', 'the doctor names a damaged sdd.json and brings back what Furrow wrote last'],
  '2-25': ['src/changes/adr/adr.test.ts', 'two worktrees of one repository do not give the same number'],
}

/** Rows in which Furrow differs from its seeds on purpose: the page and the sentence that says so. */
const DIFFERS: Readonly<Record<string, readonly [page: string, sentence: string]>> = {
  '0-20': ['docs/memory.md', 'a stored exploration without fields is kept as a revision and the answer says so'],
  '0-21': ['docs/memory.md', 'the tools of a memory that cannot be opened stay listed and answer `memory_unavailable`'],
  '0-22': ['docs/memory.md', 'A text is kept whole or refused: at most 500,000 characters'],
  '0-25': ['docs/memory.md', 'the instructions have one sentence about exploring and the guide `explore` has the rest'],
  '1-3': [
    'docs/changes.md',
    "with an active change the context check looks for that change's own description, whatever was passed",
  ],
  '1-15': ['docs/changes.md', 'it also computes requirement smells, which the seed left to the agent'],
  '2-18': ['docs/changes.md', 'a description without Latin letters gives the id `change`'],
}

const read = (file: string) => fs.readFileSync(path.join(packageRoot, file), 'utf8')

function numbersInNames(): Set<string> {
  const files = fs.readdirSync(import.meta.dirname).filter(file => file.endsWith('.test.ts'))
  const texts = files.map(file => read(`tests/doors/seed-rows/${file}`))
  const names = texts.flatMap(text => Array.from(text.matchAll(/^test\('([^']+?):/gm), ([, name = '']) => name))
  return new Set(names.flatMap(name => name.match(/\b[0-2M]-\d+[bc]?/g) ?? []))
}

test('every row of the table is held by a test or explained by a sentence, and no other number is used', () => {
  expect(ROWS).toHaveLength(120)
  const held = new Set([...numbersInNames(), ...Object.keys(HELD_BY), ...Object.keys(DIFFERS)])
  expect(ROWS.filter(row => !held.has(row))).toEqual([])
  expect([...held].filter(row => !ROWS.includes(row))).toEqual([])
})

test('every test that a row points to is there', () => {
  const missing = Object.entries(HELD_BY).filter(([, [file, name]]) => !read(file).includes(name))
  expect(missing).toEqual([])
})

test('every sentence that a row points to is on its page', () => {
  const missing = Object.entries(DIFFERS).filter(
    ([, [page, sentence]]) => !read(page).replace(/\s+/g, ' ').includes(sentence),
  )
  expect(missing).toEqual([])
})
