import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { trust } from '../../../tests/support/tools.ts'
import { recipesIn } from './dump.ts'

/** As just 1.57 prints it, shortened. */
const DUMP = {
  recipes: {
    deploy: {
      doc: 'Brings it out.',
      private: false,
      parameters: [
        { name: 'place', kind: 'singular', default: null },
        { name: 'ref', kind: 'singular', default: 'main' },
        { name: 'version', kind: 'singular', default: ['variable', 'latest'] },
        { name: 'more', kind: 'star', default: null },
      ],
    },
    _hidden: { private: true, parameters: [] },
  },
}

test('the dump of just gives recipes with their parameters', () => {
  expect(recipesIn(DUMP, 'justfile')).toEqual([
    {
      name: 'just:deploy',
      file: 'justfile',
      description: 'Brings it out.',
      argv: ['just', 'deploy'],
      command: 'just deploy',
      parameters: [
        { name: 'place' },
        { name: 'ref', default: 'main' },
        { name: 'version', optional: true },
        { name: 'more', optional: true },
      ],
    },
  ])
  expect(recipesIn('nonsense', 'justfile')).toBeUndefined()
})

test('just is asked once a justfile is trusted, once for each text, and never before', async () => {
  await using place = await openLab()
  const bin = path.join(path.dirname(place.root), 'bin')
  const env = { ...place.env, PATH: `${bin}:${place.env['PATH']}` }
  await using lab = await openLab({ root: place.root, env })
  const asked = path.join(bin, 'asked')
  fs.mkdirSync(bin)
  const script = `#!/bin/sh\necho "$*" >> '${asked}'\ncat <<'END'\n${JSON.stringify(DUMP)}\nEND\n`
  fs.writeFileSync(path.join(bin, 'just'), script, { mode: 0o755 })
  place.write('justfile', '# Brings it out.\ndeploy place:\n  echo {{place}}\n')
  const fields = async () =>
    (await lab.call('tool.list', {})).tools
      .find(({ name }) => name === 'just:deploy')
      ?.form_layout?.map(({ key }) => key)
  expect(await fields()).toEqual(['place'])
  expect(fs.existsSync(asked)).toBe(false)
  await trust(lab)
  expect(await fields()).toEqual(['place', 'ref', 'version', 'more'])
  expect(await fields()).toHaveLength(4)
  expect(fs.readFileSync(asked, 'utf8').split('\n').filter(Boolean)).toEqual([
    `--justfile ${path.join(place.root, 'justfile')} --dump --dump-format json`,
  ])
})
