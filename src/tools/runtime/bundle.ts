import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Message, Plugin } from 'esbuild'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { hasCode, tempName } from '../../store/files.ts'
import type { Home } from '../../workspace/home.ts'
import { packageRoot } from '../../workspace/package-root.ts'
import type { Closure } from '../files/closure.ts'
import { TOOL_FILE } from '../files/places.ts'

export interface BundleRequest {
  readonly name: string
  readonly folder: string
  readonly closure: Closure
  readonly home: Home
  /** Of Furrow: another one may bundle in another way. */
  readonly version: string
}

/** The tool as one file that Node runs; made once for each content of its closure. */
export async function bundleOf(request: BundleRequest): Promise<string> {
  const { home, version, closure } = request
  const stem = home.file('caches', 'tools', `${closure.hash}-${version}`)
  const made = [`${stem}.cjs`, `${stem}.mjs`].find(file => fs.existsSync(file))
  return made ?? (await build(request, stem))
}

/** Its helper process serves all builds at once, and ends with the last of them. */
let building = 0

async function build(request: BundleRequest, stem: string): Promise<string> {
  // By require: it is installed beside Furrow and no part of its chunks.
  const esbuild = createRequire(path.join(packageRoot(), 'package.json'))('esbuild') as typeof import('esbuild')
  building += 1
  try {
    const cjs = await attempt(esbuild, request, 'cjs')
    if (!('errors' in cjs)) return place(request, cjs, `${stem}.cjs`)
    // Only a module may await at its top level.
    const esm = await attempt(esbuild, request, 'esm')
    if ('errors' in esm) throw broken(request, esm.errors)
    return place(request, esm, `${stem}.mjs`)
  } finally {
    building -= 1
    if (building === 0) await esbuild.stop()
  }
}

type Attempt =
  | { readonly code: Uint8Array; readonly inputs: readonly string[] }
  | { readonly errors: readonly Message[] }

async function attempt(
  esbuild: Pick<typeof import('esbuild'), 'build'>,
  request: BundleRequest,
  format: 'cjs' | 'esm',
): Promise<Attempt> {
  try {
    const { outputFiles, metafile } = await esbuild.build({
      ...optionsFor(request, format),
      write: false,
      metafile: true,
    })
    return { code: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) }
  } catch (error) {
    if (error instanceof Error && 'errors' in error) return { errors: error.errors as Message[] }
    throw error
  }
}

function optionsFor({ folder }: BundleRequest, format: 'cjs' | 'esm'): BuildOptions {
  const file = path.join(folder, TOOL_FILE)
  const here = JSON.stringify(pathToFileURL(file).href)
  return {
    entryPoints: [file],
    absWorkingDir: folder,
    bundle: true,
    platform: 'node',
    format,
    target: `node${process.versions.node}`,
    outfile: `tool.${format}`,
    logLevel: 'silent',
    sourcemap: false,
    // Settings of the repository are no part of the tool.
    tsconfigRaw: '{}',
    define: {
      'import.meta.url': here,
      'import.meta.dirname': JSON.stringify(folder),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.main': 'true',
    },
    banner:
      format === 'esm'
        ? { js: `import{createRequire as furrowRequire}from'node:module';const require=furrowRequire(${here});` }
        : {},
    plugins: [nativeStaysOutside],
  }
}

/** Packages with machine code cannot be part of a text; they are loaded from where they are installed. */
const nativeStaysOutside: Plugin = {
  name: 'native-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: specifier, resolveDir }) => {
      const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
      const folder = installedAt(packageName, resolveDir)
      if (folder === undefined || !isNative(folder)) return undefined
      return { path: createRequire(path.join(resolveDir, 'x.js')).resolve(specifier), external: true }
    })
  },
}

function installedAt(name: string, from: string): string | undefined {
  const folder = path.join(from, 'node_modules', name)
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(from)
  return parent === from ? undefined : installedAt(name, parent)
}

function isNative(folder: string): boolean {
  if (['binding.gyp', 'prebuilds'].some(name => fs.existsSync(path.join(folder, name)))) return true
  const description = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  return ['gypfile', 'napi', 'binary'].some(key => description[key] !== undefined)
}

function place(
  { folder, name, closure }: BundleRequest,
  made: Exclude<Attempt, { errors: unknown }>,
  file: string,
): string {
  const unseen = made.inputs
    .map(input => path.resolve(folder, input))
    .find(input => !input.includes(`${path.sep}node_modules${path.sep}`) && !closure.files.includes(input))
  if (unseen !== undefined)
    throw refuse('invalid_state', `${name} imports ${unseen} in a way that its hash does not cover.`, {
      target: unseen,
      fix: shell`furrow tool info ${name}`,
    })
  return keep(file, made.code)
}

/** Inside another tool the cache can only be read: the bundle is put where that tool may write. */
function keep(file: string, code: Uint8Array): string {
  try {
    const temp = path.join(path.dirname(file), tempName())
    fs.writeFileSync(temp, code, { mode: 0o600 })
    fs.renameSync(temp, file)
    return file
  } catch (error) {
    if (!hasCode(error, 'EROFS')) throw error
    const passing = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-tool-')), path.basename(file))
    fs.writeFileSync(passing, code, { mode: 0o600 })
    return passing
  }
}

function broken({ name }: BundleRequest, errors: readonly Message[]): Error {
  const [first] = errors
  const at =
    first?.location === null || first?.location === undefined ? '' : ` (${first.location.file}:${first.location.line})`
  return refuse('invalid_state', `${name} cannot be bundled: ${first?.text ?? 'for no reason it knows'}${at}`, {
    target: name,
    fix: shell`furrow tool info ${name}`,
  })
}
