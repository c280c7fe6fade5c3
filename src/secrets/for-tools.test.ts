import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../tests/lab.ts'
import type { Call } from '../workspace/call.ts'
import { secretsForTools } from './for-tools.ts'
import type { ToolVersion } from './granted.ts'
import { grantsFile } from './secret-folders.ts'

const VALUE = 'correct horse battery staple'
const HASH = 'a'.repeat(64)
const RUNTIME = { name: 'node', program: process.execPath }
const TOOL: ToolVersion = { name: 'deploy', hash: HASH, runtime: RUNTIME, keepsGrants: false }
const want = { name: 'API_KEY', scope: 'default', required: true }

function within<T>(lab: Lab, work: (call: Call) => Promise<T>): Promise<T> {
  return lab.app.within('test', { actor: person }, work)
}

/** As the grant operation writes it, for a tool that needs no files here. */
async function granted(
  lab: Lab,
  given: { hash?: string; scope?: string; runtime?: ToolVersion['runtime'] | undefined } = {},
): Promise<void> {
  const { hash = HASH, scope, runtime } = { runtime: RUNTIME, ...given }
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
          ...(runtime !== undefined && { runtime }),
          at: '2026-01-02T00:00:00.000Z',
          by,
          ...(scope !== undefined && { scope }),
        },
      ]),
    )
  })
}

const provide = (lab: Lab, tool = TOOL, wanted = [want]) =>
  within(lab, call => secretsForTools(call).provide(tool, wanted))
const peek = (lab: Lab, tool = TOOL, wanted = [want]) => within(lab, call => secretsForTools(call).peek(tool, wanted))

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
  ['one byte changed', { ...TOOL, hash: `${'a'.repeat(63)}b` }],
  ['a clone of it', { ...TOOL, name: 'deploy-2' }],
])('%s: nothing is given', async (_, tool) => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  expect(await provide(lab, tool)).toEqual({ secrets: [], missing_secrets: [], missing_grants: ['API_KEY'] })
})

test.each([
  ['another runtime', { name: 'bun', program: '/usr/bin/bun' }],
  ['the same at another place', { name: 'node', program: '/tmp/node' }],
  ['none that 0.1 noted', undefined],
])('X11: granted for %s: nothing is given, and what it was granted for is named', async (_, runtime) => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab, { runtime })
  const other_runtimes = [{ name: 'API_KEY', runtime }]
  expect(await provide(lab)).toEqual({ secrets: [], missing_secrets: [], missing_grants: ['API_KEY'], other_runtimes })
  expect(await peek(lab)).toMatchObject({ missing_grants: ['API_KEY'] })
})

test('other code of a tool has its grants only where its folder keeps them, and never under another runtime', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: VALUE })
  await granted(lab)
  const edited = { ...TOOL, hash: 'b'.repeat(64), keepsGrants: true }
  expect(await provide(lab, edited)).toMatchObject({ secrets: [{ name: 'API_KEY' }], kept_grants: ['API_KEY'] })
  expect((await provide(lab, { ...TOOL, keepsGrants: true })).kept_grants).toBeUndefined()
  expect((await provide(lab, { ...edited, keepsGrants: false })).missing_grants).toEqual(['API_KEY'])
  const bun = { name: 'bun', program: '/usr/bin/bun' }
  expect((await provide(lab, { ...edited, runtime: bun })).missing_grants).toEqual(['API_KEY'])
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
