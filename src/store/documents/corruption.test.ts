import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefused } from '../../operation/errors.ts'
import { openJson } from './json/json.ts'
import { openYaml } from './yaml/yaml.ts'

const FILES = {
  'state.yaml': `schema_version: 1
project:
  name: "login \\u00e9" # shown
  tags: [a, 'b c', "d"]
phases:
  - name: discovery
    notes: |
      Two lines,
      with: colons
  - { name: summary, done: false, weight: 1.5e3 }
`,
  'change.json': `{
  "schema_version": 1,
  "id": "fix-login",
  "stages": ["describe", { "name": "tasks", "done": false, "weight": -1.5e3 }],
  "text": "é \\u00e9 \\n \\"quoted\\"",
  "none": null
}
`,
} as const
const NAMES = Object.keys(FILES) as (keyof typeof FILES)[]

test.each(NAMES)('%s cut at any byte is read as it stands or refused', name => {
  const bytes = Buffer.from(FILES[name])
  for (let length = 0; length < bytes.length; length++) readsOrRefuses(name, bytes.subarray(0, length))
})

test.each(NAMES)('%s with any bit flipped is read as it stands or refused', name => {
  const bytes = Buffer.from(FILES[name])
  const flip = fc.tuple(fc.nat(bytes.length - 1), fc.nat(7))
  fc.assert(
    fc.property(fc.array(flip, { minLength: 1, maxLength: 3 }), flips => {
      const damaged = Buffer.from(bytes)
      for (const [at, bit] of flips) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit)
      readsOrRefuses(name, damaged)
    }),
    { numRuns: 1000 },
  )
})

test.each(NAMES)('%s with lines lost, doubled or swapped is read as it stands or refused', name => {
  const lines = FILES[name].split('\n')
  fc.assert(
    fc.property(fc.array(fc.nat(lines.length - 1), { maxLength: 20 }), picks => {
      readsOrRefuses(name, Buffer.from(picks.map(pick => lines[pick]).join('\n')))
    }),
    { numRuns: 1000 },
  )
})

test.each(NAMES)('%s overwritten with zeros from any byte on is refused', name => {
  const bytes = Buffer.from(FILES[name])
  for (let from = 0; from < bytes.length; from += 7) {
    const zeroed = Buffer.from(bytes).fill(0, from)
    expect(outcome(name, zeroed)).toMatchObject({ code: 'damaged', target: name, fix: 'furrow doctor' })
  }
})

test.each(NAMES)('%s with conflict markers at any line is refused with that line', name => {
  const lines = FILES[name].split('\n')
  for (let at = 0; at <= lines.length; at++) {
    const conflict = ['<<<<<<< HEAD', lines[at] ?? '', '=======', lines[at] ?? '', '>>>>>>> topic']
    const text = [...lines.slice(0, at), ...conflict, ...lines.slice(at + 1)].join('\n')
    expect(outcome(name, Buffer.from(text))).toMatchObject({ code: 'damaged', target: name, details: { line: at + 1 } })
  }
})

test.each(NAMES)('%s with a byte order mark, or with carriage returns, says the same', name => {
  const data = outcome(name, Buffer.from(FILES[name]))
  expect(outcome(name, Buffer.from(`\ufeff${FILES[name]}`))).toEqual(data)
  expect(outcome(name, Buffer.from(FILES[name].replaceAll('\n', '\r\n')))).toEqual(data)
})

/** A file that is read must survive an edit too: what the edit does not name still says the same. */
function readsOrRefuses(name: keyof typeof FILES, bytes: Buffer): void {
  const found = outcome(name, bytes)
  if (isRefused(found)) {
    expect(found).toMatchObject({ code: 'damaged', target: name, fix: 'furrow doctor' })
    return
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return
  const document = open(name, bytes)
  document.set(['added'], 'x')
  expect(open(name, Buffer.from(document.print())).data()).toEqual({ ...found, added: 'x' })
}

function outcome(name: keyof typeof FILES, bytes: Buffer): unknown {
  try {
    return open(name, bytes).data()
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

function open(name: keyof typeof FILES, bytes: Buffer) {
  return name === 'state.yaml' ? openYaml(bytes, name) : openJson(bytes, name)
}
