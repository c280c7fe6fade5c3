import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Message, OnLoadResult, Plugin, ResolveResult } from 'esbuild'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { isInside } from '../../store/files/contain.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { CoveredPackage, ToolSnapshot } from '../files/snapshot.ts'
import { TOOL_FILE, TOOLS } from '../files/tool-folders.ts'
import { type BuildFolder, type Built, FILES } from './bundle-cache.ts'

interface BuildTask {
  readonly name: string
  readonly workplace: BuildFolder
}

/** Its helper process serves all builds at once, and ends with the last of them. */
let building = 0

/** One file out of the bytes of a snapshot; the copy of it on the disk only says which name means which file. */
export async function buildBundle(snapshot: ToolSnapshot, work: BuildTask): Promise<Built> {
  // By require: it is installed beside Furrow and no part of its chunks.
  const esbuild = createRequire(path.join(packageRoot(), 'package.json'))('esbuild') as typeof import('esbuild')
  building += 1
  try {
    const cjs = await attempt(esbuild, { snapshot, work, format: 'cjs' })
    if (!('errors' in cjs)) return cjs
    // Only a module may await at its top level.
    const esm = await attempt(esbuild, { snapshot, work, format: 'esm' })
    if ('errors' in esm) throw broken(work.name, esm.errors)
    return esm
  } finally {
    building -= 1
    if (building === 0) await esbuild.stop()
  }
}

interface Trial {
  readonly snapshot: ToolSnapshot
  readonly work: BuildTask
  readonly format: 'cjs' | 'esm'
}

async function attempt(
  esbuild: Pick<typeof import('esbuild'), 'build'>,
  trial: Trial,
): Promise<Built | { readonly errors: readonly Message[] }> {
  const { snapshot, work, format } = trial
  const served = serveSnapshot(snapshot, work.workplace)
  try {
    const { outputFiles, metafile } = await esbuild.build({
      ...optionsFor(work, format),
      plugins: [served.plugin],
      write: false,
      metafile: true,
    })
    const inputs = Object.keys(metafile.inputs)
    const asksAtRunTime = inputs.some(input => snapshot.contents.get(input)?.bytes.includes('createRequire') === true)
    return {
      name: format === 'cjs' ? 'tool.cjs' : 'tool.mjs',
      code: outputFiles[0]?.contents ?? new Uint8Array(),
      loadsPackages: served.isNative() || asksAtRunTime,
    }
  } catch (error) {
    if (error instanceof Error && 'errors' in error) return { errors: error.errors as Message[] }
    throw error
  }
}

function optionsFor({ name, workplace }: BuildTask, format: Trial['format']): BuildOptions {
  const own = path.join(TOOLS, name, TOOL_FILE)
  // Where it runs from: what it finds beside itself are the bytes that were trusted.
  const file = path.join(workplace.target, FILES, own)
  return {
    entryPoints: [path.join(workplace.files, own)],
    absWorkingDir: workplace.files,
    bundle: true,
    platform: 'node',
    format,
    target: `node${process.versions.node}`,
    outfile: `tool.${format}`,
    logLevel: 'silent',
    sourcemap: false,
    nodePaths: [],
    // Settings of the repository are no part of the tool.
    tsconfigRaw: '{}',
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.dirname': JSON.stringify(path.dirname(file)),
      'import.meta.dir': JSON.stringify(path.dirname(file)),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.path': JSON.stringify(file),
      'import.meta.main': 'true',
    },
    banner: { js: BANNERS[format] },
  }
}

/**
 * A name that is only known when it runs must not lead to packages that nobody trusted, so `require` finds what is
 * built in and what a path says, and nothing else.
 */
const COVERED = `(own=>Object.assign(id=>{if(/^[./]|^[a-z]+:/.test(id)||furrowIsBuiltin(id))return own(id);throw Object.assign(new Error("Cannot find package '"+id+"': only packages that the code names are covered by its hash."),{code:'MODULE_NOT_FOUND'})},own))`
const BANNERS: Readonly<Record<Trial['format'], string>> = {
  cjs: `const furrowIsBuiltin=require('node:module').isBuiltin;require=${COVERED}(require);`,
  esm: `import{createRequire as furrowRequire,isBuiltin as furrowIsBuiltin}from'node:module';const require=${COVERED}(furrowRequire(import.meta.url));`,
}

/** The modules that a runtime brings along. */
const OF_RUNTIMES = /^(?:bun(?:$|:)|node:)/
/** Loaded from a cache of the runtime's own, or from the network. */
const ELSEWHERE = /^(?:npm|jsr|https?):/
const MISSING = 'missing'

/** Nothing but the bytes of a snapshot is bundled. */
function serveSnapshot({ contents, packages }: ToolSnapshot, { files }: BuildFolder) {
  let isNative = false
  const plugin: Plugin = {
    name: 'snapshot',
    setup(build) {
      build.onResolve({ filter: OF_RUNTIMES }, ({ path: specifier }) => ({ path: specifier, external: true }))
      build.onResolve({ filter: ELSEWHERE }, ({ path: specifier }) => ({ errors: [{ text: elsewhere(specifier) }] }))
      build.onResolve({ filter: /^[^./]/ }, async ({ path: specifier, pluginData, ...from }) => {
        if (pluginData === MISSING) return undefined
        const found = await build.resolve(specifier, { ...from, pluginData: MISSING })
        const place = path.relative(files, found.path)
        const errors =
          found.external || isInside(files, found.path) ? found.errors : [{ text: outside(specifier, found) }]
        if (errors.length > 0)
          return from.kind === 'import-statement' ? { errors } : { path: specifier, namespace: MISSING }
        if (packageOf(packages, place)?.isNative !== true) return found
        isNative = true
        return { path: `./${FILES}/${place}`, external: true }
      })
      build.onLoad({ filter: /.*/, namespace: MISSING }, ({ path: specifier }) => ({ contents: missing(specifier) }))
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path: file }): OnLoadResult => {
        const known = contents.get(path.relative(files, file))
        if (known === undefined) return { errors: [{ text: `${file} is not covered by its hash` }] }
        return { contents: known.bytes, loader: 'default' }
      })
    },
  }
  return { plugin, isNative: () => isNative }
}

function packageOf(packages: readonly CoveredPackage[], file: string): CoveredPackage | undefined {
  const holding = packages.filter(({ path: folder }) => file.startsWith(`${folder}/`))
  return holding.sort((a, b) => b.path.length - a.path.length)[0]
}

/** What may be missing is asked for in a way that can fail, and fails as Node does. */
function missing(specifier: string): string {
  const message = JSON.stringify(`Cannot find package '${specifier}'`)
  return `throw Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' })`
}

function elsewhere(specifier: string): string {
  return `${specifier} is not installed in the repository, so its hash cannot cover it; install the package and import it by its name`
}

function outside(specifier: string, { path: file, errors }: ResolveResult): string {
  if (errors[0] !== undefined) return errors[0].text
  return `${specifier} is installed at ${file}, outside of the repository, so its hash cannot cover it; install it in the repository`
}

function broken(name: string, [first]: readonly Message[]): Error {
  const location = first?.location
  const at = location === null || location === undefined ? '' : ` (${location.file}:${location.line})`
  return refuse('invalid_state', `${name} cannot be bundled: ${first?.text ?? 'for no reason it knows'}${at}`, {
    target: name,
    fix: shell`furrow tool info ${name}`,
  })
}
