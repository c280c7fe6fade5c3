import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, finish } from './list.js'

test('the most wanted book comes first', () => {
  const list = add(add([], 'A Pattern Language', 2), 'The Mythical Man-Month', 1)
  assert.deepEqual(
    list.map(book => book.title),
    ['The Mythical Man-Month', 'A Pattern Language'],
  )
})

test('a book added twice is kept once', () => {
  assert.equal(add(add([], 'Godel, Escher, Bach'), 'Godel, Escher, Bach', 1).length, 1)
})

test('a finished book is gone', () => {
  assert.deepEqual(finish(add([], 'The Design of Everyday Things'), 'The Design of Everyday Things'), [])
})
