import { join } from 'node:path'
import { build } from 'esbuild'

/** A TypeScript script of ours as one file that plain Node runs, for tests that need a process of their own. */
export async function bundle(script: string, folder: string): Promise<string> {
  const outfile = join(folder, 'script.mjs')
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: ['@photostructure/sqlite'],
    // CommonJS packages inside an ES module still call require for Node's own modules.
    banner: { js: "import { createRequire as __cr } from 'node:module';const require = __cr(import.meta.url);" },
    logLevel: 'error',
  })
  return outfile
}
