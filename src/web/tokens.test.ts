import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const GROUNDS = ['ground', 'panel', 'sunk', 'hover']
const WORDS = ['ink', 'soft', 'faint', 'sprout', 'sky', 'amber', 'rust', 'clay']
const ANSI = [...tokens.keys()].filter(name => name.startsWith('ansi-'))

/** Text on its ground, by the ratio that WCAG asks of it. */
const TEXT: [string, string][] = [
  ...GROUNDS.flatMap(ground => WORDS.map(word => [word, ground] as [string, string])),
  ...ANSI.map(colour => [colour, 'sunk'] as [string, string]),
  ...['sprout', 'sky', 'amber', 'rust', 'clay'].flatMap(name => [
    [name, `${name}-wash`] as [string, string],
    ['ink', `${name}-wash`] as [string, string],
  ]),
  ['soft', 'sprout-wash'],
  ['on-sprout', 'sprout-fill'],
  ['on-sprout', 'sprout-fill-hover'],
  ['on-rust', 'rust-fill'],
  ['ink', 'mark'],
  ['ink', 'mark-now'],
  ['ink', 'selection'],
]
const CONTROLS: [string, string][] = GROUNDS.flatMap(ground => [
  ['line-strong', ground],
  ['focus', ground],
])

test('every text is legible on every ground it may stand on, in both themes', () => {
  expect(tooFaint(TEXT, 4.5)).toEqual([])
})

test('controls and focus rings stand out, in both themes', () => {
  expect(tooFaint(CONTROLS, 3)).toEqual([])
})

function tooFaint(pairs: [string, string][], least: number): string[] {
  return pairs.flatMap(([front, back]) =>
    (['light', 'dark'] as const).flatMap(theme => {
      const ratio = contrast(colour(front, theme), colour(back, theme))
      return ratio < least ? [`${front} on ${back}, ${theme}: ${ratio.toFixed(2)}`] : []
    }),
  )
}

function colour(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name)
  if (token === undefined) throw new Error(`There is no token ${name}.`)
  return token[theme]
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
