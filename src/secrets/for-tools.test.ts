import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../tests/lab.ts'
import type { Call } from '../workspace/call.ts'
import { secretsForTools } from './for-tools.ts'
import { grantsFile } from './places.ts'

const VALUE = 'correct horse battery staple'
const HASH = 'a'.repeat(64)
const want = { name: 'API_KEY', scope: 'default', required: true }

function within<T>(lab: Lab, work: (call: Call) => Promise<T>): Promise<T> {
  return lab.app.within('test', { actor: person }, work)
}

/** As the grant operation writes it, for a tool that needs no files here. */
async function granted(lab: Lab, { hash = HASH, scope }: { hash?: string; scope?: string } = {}): Promise<void> {
  await within(lab, async call => {
    const { changeGrants } = await import('./records.ts')
    const by = { kind: 'person', id: 'person', door: 'cli' } as const
    await call.store.transact(call, tx =>
      changeGrants(tx, call, grants => [
        ...grants,
        {
          secret: 'API_KEY',
          tool: 'deploy',
          hash,
          at: '2026-01-02T00:00:00.000Z',
          by,
          ...(scope !== undefined && { scope }),
        },
      ]),
    )
  })
}

const provide = (lab: Lab, tool = { name: 'deploy', hash: HASH }, wanted = [want]) =>
  within(lab, call => secretsForTools(call).provide(tool, wanted))
const peek = (lab: Lab, tool = { name: 'deploy', hash: HASH }, wanted = [want]) =>
  within(lab, call => secretsForTools(call).peek(tool, wanted))

test('a secret that is not set is missing, before and at the run', async () => {
  await using lab = await openLab()
  expect(await peek(lab)).toEqual({ missing_secrets: ['API_KEY'], missing_grants: [] })
  expect(await provide(lab)).toEqual({ secrets: [], missing_secrets: ['API_KEY'], missing_grants: [] })
})

test('a secret that is set and not granted is given to nobody', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  expect(await provide(lab)).toEqual({ secrets: [], missing_secrets: [], missing_grants: ['API_KEY'] })
  expect(await peek(lab)).toEqual({ missing_secrets: [], missing_grants: ['API_KEY'] })
})

test('a granted secret reaches that exact code, and the use is noted', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  expect(await provide(lab)).toEqual({
    secrets: [{ name: 'API_KEY', value: VALUE }],
    missing_secrets: [],
    missing_grants: [],
  })
  const { secrets } = await lab.call('secrets.list', {})
  expect(secrets[0]?.scopes[0]?.last_used).toMatchObject({ tool: 'deploy' })
})

test.each([
  ['one byte changed', { name: 'deploy', hash: `${'a'.repeat(63)}b` }],
  ['a clone of it', { name: 'deploy-2', hash: HASH }],
])('%s: nothing is given', async (_, tool) => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  expect(await provide(lab, tool)).toEqual({ secrets: [], missing_secrets: [], missing_grants: ['API_KEY'] })
})

test('a grant for one scope gives no other, and one scope never stands in for another', async () => {
  await using lab = await openLab()
  for (const scope of ['staging', 'production'])
    await lab.call('secrets.set', { name: 'API_KEY', value: `${scope} ${VALUE}`, scope })
  await granted(lab, { scope: 'staging' })
  const inScope = (scope: string) => provide(lab, undefined, [{ ...want, scope }])
  expect(await inScope('staging')).toMatchObject({ secrets: [{ value: `staging ${VALUE}` }] })
  expect(await inScope('production')).toMatchObject({ secrets: [], missing_grants: ['API_KEY'] })
  expect(await inScope('default')).toMatchObject({ secrets: [], missing_secrets: ['API_KEY'] })
})

test('what is optional and not there keeps nothing from running', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  const wanted = [want, { name: 'PROXY', scope: 'default', required: false }]
  expect(await provide(lab, undefined, wanted)).toMatchObject({ secrets: [{ name: 'API_KEY' }], missing_secrets: [] })
})

test('damaged grants give nothing', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  const file = await within(lab, async call => grantsFile(call))
  fs.writeFileSync(file, '{"schema_version":1,"grants":[]}')
  await expect(provide(lab)).rejects.toMatchObject({ code: 'damaged', target: file })
})

test('what was changed elsewhere is seen by the next look', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  expect(await peek(lab)).toEqual({ missing_secrets: [], missing_grants: [] })
  await lab.call('secrets.remove', { name: 'API_KEY' })
  expect(await peek(lab)).toEqual({ missing_secrets: ['API_KEY'], missing_grants: [] })
})

test('a scope that an input made into a path leads nowhere', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  const folder = path.basename(path.dirname(await within(lab, async call => grantsFile(call))))
  for (const scope of [`../${folder}/default`, './default', '', '../../secrets', 'default/../default']) {
    expect(await provide(lab, undefined, [{ ...want, scope }])).toMatchObject({
      secrets: [],
      missing_secrets: ['API_KEY'],
    })
    expect(await peek(lab, undefined, [{ ...want, scope }])).toMatchObject({ missing_secrets: ['API_KEY'] })
  }
})
