import { expect, test } from 'vitest'
import { changedFields, editedHeading, editField, keepMine, overtakenFields, takeStored } from './heading-edits.ts'

const stored = { title: 'One hour', type: 'decision', topic: '' }
const theirs = { title: 'Two hours', type: 'learning', topic: 'auth/tokens' }

test('a field that nobody changed here follows what is stored', () => {
  const edits = editField(stored, {}, { field: 'type', value: 'pattern' })
  expect(editedHeading(theirs, edits)).toEqual({ ...theirs, type: 'pattern' })
  expect(changedFields(theirs, edits)).toEqual(['type'])
})

test('a field that was changed here and elsewhere is a conflict until one of the two is chosen', () => {
  const edits = editField(stored, {}, { field: 'title', value: 'A day' })
  expect(overtakenFields(stored, edits)).toEqual([])
  expect(overtakenFields(theirs, edits)).toEqual(['title'])
  const mine = keepMine(theirs, edits, 'title')
  expect([overtakenFields(theirs, mine), editedHeading(theirs, mine).title]).toEqual([[], 'A day'])
  const taken = takeStored(edits, 'title')
  expect([changedFields(theirs, taken), editedHeading(theirs, taken)]).toEqual([[], theirs])
})

test('typing goes on from the first base, and the same change by both is no conflict', () => {
  const first = editField(stored, {}, { field: 'title', value: 'Two' })
  const second = editField(theirs, first, { field: 'title', value: 'Two h' })
  expect(overtakenFields(theirs, second)).toEqual(['title'])
  const same = editField(stored, {}, { field: 'title', value: 'Two hours' })
  expect([overtakenFields(theirs, same), changedFields(theirs, same)]).toEqual([[], []])
  expect(editField(stored, first, { field: 'title', value: stored.title })).toEqual({})
})
