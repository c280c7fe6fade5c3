import { execFileSync } from 'node:child_process'
import { createApp } from '../../../src/app/app.ts'
import { makeManifest } from '../../../src/app/manifest.ts'
import { type Fixture, fixtures } from '../../fixtures.ts'
import { openLab, packageRoot, person } from '../../lab.ts'

/** Every operation that reads, with a home that can be written and with the same one mounted read-only. */
const manifest = await makeManifest(process.argv[2] ?? packageRoot)
const [, , , from = '0', to = '1000'] = process.argv

for (const { name } of manifest.operations.filter(({ effect }) => effect === 'read').slice(Number(from), Number(to)))
  console.log(JSON.stringify(await compare(name, fixtures[name] ?? { input: {} })))

async function compare(name: string, { prepare, input }: Fixture) {
  await using lab = await openLab({ manifest })
  await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
  const made = (await prepare?.(lab)) ?? {}
  const given = typeof input === 'function' ? input(made) : input
  const before = await lab.app.call(name, given, { actor: person })
  await lab.app[Symbol.asyncDispose]()
  execFileSync('mount', ['--bind', lab.home, lab.home])
  execFileSync('mount', ['-o', 'remount,ro,bind', lab.home])
  try {
    await using app = createApp({ manifest, root: lab.root, env: lab.env })
    const after = await app.call(name, given, { actor: person })
    return { name, before: before.ok ? 'ok' : before.error.code, after: after.ok ? 'ok' : after.error }
  } finally {
    execFileSync('umount', ['-l', lab.home])
  }
}
