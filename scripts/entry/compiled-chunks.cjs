// Part of the bin and of the MCP entry: the chunks of dist/ are loaded with what V8 compiled of them at build time, which
// takes a quarter off every start. For another version of V8 there is no such file, or V8 refuses it, and they are
// compiled as usual. Node 22 has module.enableCompileCache for this; Node 20 has not.
function compiledFile(dist) {
  return require('node:path').join(dist, `compiled-${process.versions.v8}-${process.arch}.bin`)
}

/** The parts of the file by chunk: a length, a JSON table of places, then the bytes. */
function readCompiled(file) {
  const bytes = require('node:fs').readFileSync(file)
  const start = 4 + bytes.readUInt32LE(0)
  const table = JSON.parse(bytes.toString('latin1', 4, start))
  return new Map(table.map(([name, at, length]) => [name, bytes.subarray(start + at, start + at + length)]))
}

/** Compiles what lies in dist/chunks with `compile(name, options)`; everything else as Node does. */
function compileChunks(dist, compile) {
  const Module = require('node:module')
  const path = require('node:path')
  const prefix = path.join(dist, 'chunks') + path.sep
  const usual = Module.prototype._compile
  Module.prototype._compile = function (content, filename, ...more) {
    if (!filename.startsWith(prefix)) return usual.call(this, content, filename, ...more)
    const script = compile(filename.slice(prefix.length), { source: Module.wrap(content), filename })
    const own = id => this.require(id)
    own.resolve = id => Module._resolveFilename(id, this)
    return script.runInThisContext().call(this.exports, this.exports, own, this, filename, path.dirname(filename))
  }
}

function scriptOf({ source, filename }, cachedData) {
  const { Script, constants } = require('node:vm')
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  return new Script(source, { filename, importModuleDynamically, cachedData })
}

let inUse = false
// biome-ignore lint/correctness/noUnusedVariables: the build calls it before the first chunk is loaded
function useCompiledChunks() {
  if (inUse) return
  inUse = true
  let compiled
  try {
    compiled = readCompiled(compiledFile(__dirname))
  } catch {
    return
  }
  compileChunks(__dirname, (name, chunk) => scriptOf(chunk, compiled.get(name)))
}
