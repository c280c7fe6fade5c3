import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adopt, parseDraft, printDraft } from './draft-state.ts'

const stored = fc.record({ text: fc.string(), revision: fc.option(fc.string(), { nil: undefined }) })

test('an untouched draft follows what is stored', () => {
  const base = { text: 'One.', revision: '1' }
  const now = { text: 'Two.', revision: '2' }
  expect(adopt({ text: 'One.', base }, now)).toEqual({ text: 'Two.', base: now })
})

test('what somebody wrote is never replaced by what is stored', () => {
  fc.assert(
    fc.property(fc.string(), stored, stored, (text, base, now) => {
      fc.pre(text !== base.text)
      expect(adopt({ text, base }, now).text.trimEnd()).toBe(text.trimEnd())
    }),
  )
})

test('a draft keeps the base it began with while the stored text differs from both', () => {
  const base = { text: 'One.', revision: '1' }
  expect(adopt({ text: 'Mine.', base }, { text: 'Theirs.', revision: '2' })).toEqual({ text: 'Mine.', base })
  expect(adopt({ text: 'Mine.', base }, { text: 'Mine.\n', revision: '2' }).base.revision).toBe('2')
  expect(adopt({ text: 'One. ', base }, base).text).toBe('One. ')
  expect(adopt({ text: 'Mine.', base }, { text: 'One.', revision: '3' }).base.revision).toBe('3')
})

test('a draft is read back as it was kept, and anything else is its text', () => {
  fc.assert(
    fc.property(fc.string(), stored, stored, (text, base, now) => {
      const kept = parseDraft(printDraft({ text, base }), now)
      expect(kept.text).toBe(text)
      expect(kept.base.text).toBe(base.text)
    }),
  )
  expect(parseDraft('# Only a text', { text: 'Stored.' })).toEqual({ text: '# Only a text', base: { text: 'Stored.' } })
  expect(parseDraft('{"text":1}', { text: '' }).text).toBe('{"text":1}')
  expect(parseDraft(null, { text: 'Stored.' }).text).toBe('Stored.')
})
