import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../src/store/installation/package-root.ts'

const made = new Map<string, Promise<string>>()

/** A program of `programs/`, built the way the product is; returns the file to run. */
export function bundled(name: string): Promise<string> {
  const earlier = made.get(name)
  if (earlier !== undefined) return earlier
  const building = bundle(name)
  made.set(name, building)
  return building
}

async function bundle(name: string): Promise<string> {
  const root = packageRoot()
  // Below the package, so that the native SQLite module is found; of this process, so that nobody rebuilds it meanwhile.
  const folder = path.join(root, '.cache', `faults-${process.pid}`, name)
  process.once('exit', () => fs.rmSync(path.dirname(folder), { recursive: true, force: true }))
  await build({
    absWorkingDir: root,
    entryPoints: { [name]: path.join(root, 'tests/faults/programs', `${name}.ts`) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    external: ['@photostructure/sqlite', 'esbuild'],
    banner: { js: "import { createRequire as __cr } from 'node:module';const require = __cr(import.meta.url);" },
  })
  return path.join(folder, `${name}.mjs`)
}
