import { expect, test } from 'vitest'

test('what this browser kept is read back, and nothing that leads elsewhere', async () => {
  Object.assign(globalThis, { localStorage: { getItem: () => null } })
  const { parseViews, viewsOf } = await import('./views.ts')
  const good = { name: 'Failed', href: '/runs?status=failed' }
  expect(parseViews(JSON.stringify([good, { name: 'x', href: 'https://example.org' }, { name: 1 }, null]))).toEqual([
    good,
  ])
  expect(parseViews(JSON.stringify([{ name: 'x', href: '//example.org' }]))).toEqual([])
  expect(parseViews('{')).toEqual([])
  expect(viewsOf([good], '/runs')).toEqual([good])
  expect(viewsOf([good], '/changes')).toEqual([])
})
