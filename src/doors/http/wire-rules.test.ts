import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonType } from './admit/body.ts'
import { Codes } from './admit/sign-in-codes.ts'
import { FailedAttempts } from './admit/tries.ts'
import { isOddPath } from './wire/exchange.ts'

function clockAt(time = 1_800_000_000_000) {
  const clock = { time, now: () => clock.time }
  return clock
}

test.each([
  ['application/json', true],
  ['Application/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json;charset="UTF-8"', true],
  ['application/json; charset=latin1', false],
  ['application/json;', false],
  ['application/json ;charset=utf-8', false],
  ['application/json; charset=utf-8; charset=utf-8', false],
  ['text/json', false],
  ['text/plain; application/json', false],
  ['', false],
  [undefined, false],
])('the type %s is JSON: %s', (type, yes) => {
  expect(isJsonType(type)).toBe(yes)
})

test('a path is odd when a part of it, decoded once, is a dot segment, or cannot be decoded', () => {
  for (const path of ['/a/../b', '/a/%2e%2e/b', '/a/.%2E', '/./a', '/a/%zz', '/a/%00', '/a\\b', '/%ff'])
    expect(isOddPath(path)).toBe(true)
  for (const path of ['/', '/a/b', '/a..b', '/a/...', '/a/%252e%252e', '/%C3%A9', '/a/b/'])
    expect(isOddPath(path)).toBe(false)
})

test('an encoded name is never odd unless it is a dot segment or holds a NUL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      fc.pre(
        !['.', '..'].includes(name) &&
          !name.includes('\0') &&
          !/[\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
      )
      expect(isOddPath(`/api/${encodeURIComponent(name)}`)).toBe(false)
    }),
  )
})

test('a code is good once, for a minute, and for nothing that was not minted', () => {
  const clock = clockAt()
  const codes = new Codes({ clock, random: { bytes: count => crypto.getRandomValues(new Uint8Array(count)) } })
  const [first, second] = [codes.mint(), codes.mint()]
  expect([codes.use(first), codes.use(first), codes.use(`${second}x`)]).toEqual([true, false, false])
  clock.time += 60_000
  expect(codes.use(second)).toBe(false)
})

test('however many codes are minted, no more than a hundred are open', () => {
  const codes = new Codes({
    clock: clockAt(),
    random: { bytes: count => crypto.getRandomValues(new Uint8Array(count)) },
  })
  const minted = Array.from({ length: 250 }, () => codes.mint())
  expect(minted.filter(code => codes.use(code)).length).toBeLessThanOrEqual(100)
})

test('the eleventh wrong try of a minute waits, and a minute later none does', () => {
  const clock = clockAt()
  const tries = new FailedAttempts(clock)
  const waits = Array.from({ length: 12 }, () => tries.note())
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(undefined))
  expect(waits.slice(10)).toEqual([60, 60])
  clock.time += 60_000
  expect(tries.note()).toBeUndefined()
})

test('a clock that is set back locks nobody out', () => {
  const clock = clockAt()
  const tries = new FailedAttempts(clock)
  for (let number = 0; number < 20; number += 1) tries.note()
  clock.time -= 24 * 60 * 60 * 1000
  expect(tries.note()).toBeUndefined()
})
