import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { FETCHING_MS, justFolder } from '../../../tests/support/runtimes.ts'
import { runToEnd, trust } from '../../../tests/support/tools.ts'
import { recipesIn } from './dump.ts'

test('what is no dump gives no recipes', () => {
  expect(recipesIn('nonsense', 'justfile')).toBeUndefined()
})

const JUSTFILE = `import 'more.just'

# Brings it out.
[arg('region', long, help='Where to')]
[arg('force', long, value='yes')]
deploy place region='eu' force='' ref=latest *more:
  @echo "{{place}},{{region}},{{force}},{{ref}},{{more}}"

latest := 'v' + '2'

_hidden:
  @echo no
`

test('just itself says what a trusted justfile holds, imports included, and runs it so', {
  timeout: FETCHING_MS,
}, async () => {
  await using place = await openLab()
  const env = { ...place.env, PATH: `${await justFolder()}:${place.env['PATH']}` }
  await using lab = await openLab({ root: place.root, env })
  place.write('justfile', JUSTFILE)
  place.write('more.just', 'imported name:\n  @echo {{name}}\n')
  const recipe = async (name: string) => (await lab.call('tool.list', {})).tools.find(tool => tool.name === name)
  expect(await recipe('just:imported'), 'nothing is asked before it is trusted').toBeUndefined()
  await trust(lab)
  expect(await recipe('just:imported')).toMatchObject({ input_schema: { required: ['name'] } })
  expect(await recipe('just:_hidden')).toBeUndefined()
  expect(await recipe('just:deploy')).toMatchObject({
    description: 'Brings it out.',
    input_schema: {
      properties: {
        place: { type: 'string' },
        region: { type: 'string', default: 'eu', description: 'Where to' },
        force: { type: 'boolean' },
        ref: { type: 'string' },
        more: { type: 'string' },
      },
      required: ['place'],
    },
    form_layout: [
      { key: 'place', type: 'text' },
      { key: 'region', type: 'text', placeholder: 'eu', help: 'Where to' },
      { key: 'force', type: 'checkbox' },
      { key: 'ref', type: 'text' },
      { key: 'more', type: 'text' },
    ],
  })
  const said = async (input: Record<string, unknown>) => {
    const { id } = await runToEnd(lab, 'just:deploy', input)
    return (await lab.call('run.tail', { id })).lines.map(({ text }) => text)
  }
  expect(await said({ place: 'here' })).toEqual(['here,eu,,v2,'])
  expect(await said({ place: 'here', region: '-x', force: true, ref: 'main' })).toEqual(['here,-x,yes,main,'])
  expect(await lab.refusal('tool.run', { name: 'just:deploy', input: { place: 'here', more: 'a' } })).toMatchObject({
    code: 'usage',
    target: 'ref',
  })
})
