import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameTitle, titleKey } from './title-key.ts'
import { suggestTopicKey } from './topic.ts'

test.each([
  ['User auth system', 'user-auth-system'],
  ['Título: sesión único', 'titulo-sesion-unico'],
  ['Поиск', 'poisk'],
  ['Вход в систему', 'vkhod-v-sistemu'],
  ['Αναζήτηση', 'anazitisi'],
  ['Straße', 'strasse'],
])('%s has the readable key %s', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

test('titles in any script and of any length have keys of their own', () => {
  const long = 'a very long title that goes on and on '.repeat(4)
  const titles = [
    ...['日本語', '中文', '😀', '😁', 'Поиск', 'Вход', 'بحث', 'דוח', 'ค้นหา', '검색', '用户登录', '用户登出'],
    ...['C support', 'C++ support', 'C# support', 'C', 'C++', 'C#', 'F#', 'A & B', 'A | B', '50 % off', '50 $ off'],
    ...[`${long}one`, `${long}two`, 'x'.repeat(200), `${'x'.repeat(199)}y`, 'か', 'が', '', '!!!', '§'],
  ]
  const keys = titles.map(title => suggestTopicKey({ type: 'explore', title: title === '' ? '-' : title }))
  const apart = titles.filter(title => !['', '!!!'].includes(title)).length
  expect(new Set(keys).size).toBe(apart + 1)
  for (const key of keys) expect(key).toMatch(/^explore\/[a-z0-9-]{1,90}$/)
})

test('two titles share a key exactly when they read the same', () => {
  const unit = fc.constantFrom(...'aB1 -.,:+#&%$@*=日本語中か가ب😀😁', '  ')
  const title = fc.string({ unit, minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(title, title, (one, other) => {
      expect(titleKey(one) === titleKey(other)).toBe(sameTitle(one, other))
    }),
    { numRuns: 2000 },
  )
})
