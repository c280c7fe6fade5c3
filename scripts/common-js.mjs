// Node starts CommonJS faster than ES modules, but esbuild splits only ES modules. So the split chunks are turned into
// CommonJS one by one; they load each other when something of the other is first used; and the small ones that every
// command needs lie in one file. Measured with `furrow status` as a multiple of `node -e 0`: 4.7 before, 3.5 after.
// No module of ours may rely on being evaluated merely because it is imported.
import fs from 'node:fs'
import path from 'node:path'

const URL_OF_THIS_FILE = '__furrow_url'
const PACK = './core.js'
/** What a command goes through before it knows which operation it calls. */
const HOT = /^(?:doors-cli-main|app-app|perform-\w+)\.js$/
const SMALL_BYTES = 20_000

export async function toCommonJs(esbuild, out) {
  const folder = path.join(out, 'chunks')
  const chunks = new Map()
  for (const name of fs.readdirSync(folder))
    chunks.set(name, await converted(esbuild, fs.readFileSync(path.join(folder, name), 'utf8')))
  const packed = hotChunks(chunks)
  for (const [name, code] of chunks) {
    if (packed.has(name)) fs.rmSync(path.join(folder, name))
    else fs.writeFileSync(path.join(folder, name), fromPack(code, packed))
  }
  fs.writeFileSync(path.join(folder, PACK), packOf([...packed].map(name => [name, chunks.get(name)])))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}\n')
  for (const name of ['furrow.cjs', 'mcp.cjs']) {
    const file = path.join(out, name)
    fs.writeFileSync(file, requireChunks(fs.readFileSync(file, 'utf8')))
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

/** Our own chunks by `require`; what lies elsewhere keeps its `import()`. */
function requireChunks(code) {
  return code.replace(/\bimport\(("\.\/(?:chunks\/)?[\w-]+\.js")\)/g, 'Promise.resolve().then(()=>require($1))')
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

/** The small shared chunks within reach of the hot ones. */
function hotChunks(chunks) {
  const reached = new Set()
  const pending = [...chunks.keys()].filter(name => HOT.test(name))
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    for (const [, next] of chunks.get(name).matchAll(/=__lazy\(\(\)=>require\("\.\/(chunk-\w+\.js)"\)\)/g))
      pending.push(next)
  }
  return new Set([...reached].filter(name => name.startsWith('chunk-') && chunks.get(name).length < SMALL_BYTES))
}

function packOf(modules) {
  const functions = modules.map(([name, code]) => `"./${name}":(module,require)=>{${code}\n}`)
  return [
    `var made={},makers={${functions.join(',')}};`,
    'var load=name=>makers[name]?module.exports(name):require(name);',
    'module.exports=name=>{let own=made[name];if(!own){own=made[name]={exports:{}};makers[name](own,load)}return own.exports};',
  ].join('\n')
}

function fromPack(code, packed) {
  return code.replace(/\brequire\("\.\/(chunk-\w+\.js)"\)/g, (whole, name) =>
    packed.has(name) ? `require("${PACK}")("./${name}")` : whole,
  )
}
