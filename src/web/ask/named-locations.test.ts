import { expect, test } from 'vitest'
import { splitByLocations } from './named-locations.ts'

const place = (text: string) => ({ text, path: text.split(':')[0] ?? '', lines: [1, 1] as [number, number] })

test('places that a text names stand apart from its words, each whole', () => {
  const [short, long] = [place('src/a.ts:8'), place('src/a.ts:8-12')]
  expect(splitByLocations('See src/a.ts:8-12, then src/a.ts:8.', [short, long])).toEqual([
    'See ',
    long,
    ', then ',
    short,
    '.',
  ])
  expect(splitByLocations('src/a.ts:8', [short])).toEqual([short])
  expect(splitByLocations('src/a.ts:80, x/src/a.ts:8 and src/a.ts:8-9', [short])).toEqual([
    'src/a.ts:80, x/src/a.ts:8 and src/a.ts:8-9',
  ])
  expect(splitByLocations('nothing here', [])).toEqual(['nothing here'])
})
