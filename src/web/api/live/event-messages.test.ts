import { expect, test } from 'vitest'
import { messagesInOrder } from './event-messages.ts'

const change = (seq: number) => ({ event: 'change', id: String(seq), data: JSON.stringify({ seq, kind: 'run' }) })

test('changes travel together and a reset keeps its place', () => {
  const told = messagesInOrder([change(1), change(2), { event: 'reset', id: '9', data: '{}' }, change(3)])
  expect(told).toEqual([
    {
      kind: 'changes',
      events: [
        { seq: 1, kind: 'run' },
        { seq: 2, kind: 'run' },
      ],
    },
    { kind: 'at', id: '9', again: true },
    { kind: 'changes', events: [{ seq: 3, kind: 'run' }] },
  ])
})

test('unknown events are passed over', () => {
  expect(messagesInOrder([{ event: 'later', data: '{}' }])).toEqual([])
})

test('where the stream begins is told, without reading again', () => {
  expect(messagesInOrder([{ event: 'ready', id: '5', data: '{}' }])).toEqual([{ kind: 'at', id: '5', again: false }])
})
