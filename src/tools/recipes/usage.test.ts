import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formOf, recipeArguments, schemaOf } from './parameters.ts'
import { usageParameters } from './usage.ts'

const USAGE = `
// What it takes.
arg "<environment>" help="Where to" {
  choices "dev" "staging"
}
arg "[file]" default="a \\"b\\""
flag "-f --force" help="Even so"
flag "--region <region>" help="The region" default="eu" env="REGION"
flag "-u --user <user>" required=#true
flag "-d --dir" { arg "<dir>" }
flag "-q"
flag "--old" hide=#true
complete "environment" run="ls"
`

test('a usage spec gives arguments and flags, with values and without', () => {
  expect(usageParameters(USAGE)).toEqual([
    { name: 'environment', help: 'Where to', choices: ['dev', 'staging'] },
    { name: 'file', default: 'a "b"' },
    { name: 'force', option: '--force', isSwitch: true, optional: true, help: 'Even so' },
    { name: 'region', option: '--region', default: 'eu', help: 'The region' },
    { name: 'user', option: '--user' },
    { name: 'dir', option: '--dir', optional: true },
    { name: 'q', option: '-q', isSwitch: true, optional: true },
  ])
})

test('they are a schema and a form', () => {
  const recipe = { parameters: usageParameters(USAGE) }
  expect(schemaOf(recipe)).toMatchObject({
    properties: {
      environment: { type: 'string', enum: ['dev', 'staging'], description: 'Where to' },
      force: { type: 'boolean' },
      region: { type: 'string', default: 'eu' },
    },
    required: ['environment', 'user'],
  })
  expect(formOf(recipe)).toMatchObject([
    { key: 'environment', type: 'select', options: ['dev', 'staging'], help: 'Where to' },
    { key: 'file', type: 'text', placeholder: 'a "b"' },
    { key: 'force', type: 'checkbox' },
    { key: 'region', type: 'text' },
    { key: 'user', type: 'text' },
    { key: 'dir', type: 'text' },
    { key: 'q', type: 'checkbox' },
  ])
})

test('the words of a command line are the flags, then what has its place', () => {
  const recipe = { name: 'mise:x', parameters: usageParameters(USAGE) }
  const input = { environment: 'dev', file: 'f', force: true, region: '-eu', dir: 'd', q: false }
  expect(recipeArguments(recipe, input)).toEqual(['--force', '--region=-eu', '--dir=d', 'dev', 'f'])
  expect(recipeArguments(recipe, { environment: 'dev', q: true })).toEqual(['-q', 'dev'])
  expect(() => recipeArguments(recipe, { file: 'f' })).toThrow('environment has to be given where file is.')
})

test('whatever the text, it is read to its end, and every parameter has a name', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('arg "<a>"', 'flag "--b <b>" {', '}', '{', 'choices "x"', 'flag "', 'arg [a', 'flag "-c" default='),
  )
  fc.assert(
    fc.property(fc.array(line), lines => {
      for (const { name, isSwitch, default: value } of usageParameters(lines.join('\n'))) {
        expect(typeof name).toBe('string')
        if (isSwitch === true) expect(value).toBeUndefined()
      }
    }),
  )
})
