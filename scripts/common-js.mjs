// Node starts CommonJS faster than ES modules, but esbuild splits only ES modules. So the split chunks are turned into
// CommonJS one by one, and load each other when something of the other is first used.
// No module of ours may rely on being evaluated merely because it is imported.
import fs from 'node:fs'
import path from 'node:path'

const URL_OF_THIS_FILE = '__furrow_url'

export async function toCommonJs(esbuild, out) {
  const folder = path.join(out, 'chunks')
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, await converted(esbuild, fs.readFileSync(file, 'utf8')))
  }
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}\n')
  for (const name of ['furrow.cjs', 'mcp.cjs']) {
    const file = path.join(out, name)
    fs.writeFileSync(file, loadChunks(fs.readFileSync(file, 'utf8')))
  }
}

async function converted(esbuild, source) {
  const { code } = await esbuild.transform(source, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    define: { 'import.meta.url': URL_OF_THIS_FILE },
  })
  const url = `const ${URL_OF_THIS_FILE}=require("node:url").pathToFileURL(__filename).href;`
  return `${code.includes(URL_OF_THIS_FILE) ? url : ''}${lazily(requireChunks(code))}`
}

/** The entries load chunks, and the bin the MCP entry, by what scripts/entry/compiled-chunks.cjs defines in them. */
function loadChunks(code) {
  return code
    .replace(/\bimport\("\.\/chunks\/([\w-]+\.js)"\)/g, 'Promise.resolve().then(()=>loadChunk("$1"))')
    .replace('require("./mcp.cjs")', 'loadFile("mcp.cjs")')
}

/** Our own chunks by `require`; what lies elsewhere keeps its `import()`. */
function requireChunks(code) {
  const loaded = code.replace(/\bimport\(("\.\/[\w-]+\.js")\)/g, '__chunk($1)')
  return loaded === code ? code : `const __chunk=name=>Promise.resolve().then(()=>require(name));${loaded}`
}

const REQUIRED = /\b(import_\w+)=(?:require\(("[^"]+")\)|__toESM\(require\(("[^"]+")\)\))(?=[,;])/g

/** `var import_x=require("x")` loads when `import_x` is first read: a property, so that `new import_x.$.Y()` stays right. */
function lazily(code) {
  const names = new Set()
  const deferred = code.replace(REQUIRED, (_, name, chunk, other) => {
    names.add(name)
    return `${name}=__lazy(()=>${chunk === undefined ? interop(other) : `require(${chunk})`})`
  })
  if (names.size === 0) return code
  const used = deferred.replace(/\bimport_\w+\b(?!=__lazy)/g, name => (names.has(name) ? `${name}.$` : name))
  return `var __lazy=load=>({get $(){let value=load();Object.defineProperty(this,"$",{value});return value}});${used}`
}

/** Node's own modules have a default export and nothing that changes: no copy of every property is needed. */
function interop(name) {
  if (!name.startsWith('"node:')) return `__toESM(require(${name}))`
  return `{let own=require(${name});return{__proto__:own,default:own}}`
}
