// Part of the bin and of the MCP entry: loads the chunks of dist/, each once, with what V8 compiled of it at build time,
// which takes a quarter off every start. For another version of V8 there is no such file, or V8 refuses it, and they are
// compiled as usual. Node 22 has module.enableCompileCache for this; Node 20 has not. Node's own loader would look for
// each chunk with five calls to the file system, which is as much again as reading and running it.
const loadedChunks = new Map()

// The build calls it in place of `import(...)` of a chunk.
function loadChunk(name) {
  return loadFile(`chunks/${name}`, requireFromChunk)
}

/** A file of dist/, by its path in there. */
function loadFile(name, requireFrom = require) {
  const known = loadedChunks.get(name)
  if (known !== undefined) return known.exports
  const loaded = { exports: {} }
  loadedChunks.set(name, loaded)
  try {
    runFile(name, loaded, requireFrom)
  } catch (error) {
    loadedChunks.delete(name)
    throw error
  }
  return loaded.exports
}

function runFile(name, loaded, requireFrom) {
  const filename = `${__dirname}/${name}`
  const content = require('node:fs').readFileSync(filename, 'utf8').replace(/^#!.*/, '')
  compiledPart ??= openCompiled(`${__dirname}/compiled-${process.versions.v8}-${process.arch}.bin`)
  const run = scriptOf(require('node:module').wrap(content), filename, compiledPart(name)).runInThisContext()
  run.call(loaded.exports, loaded.exports, requireFrom, loaded, filename, require('node:path').dirname(filename))
}

function requireFromChunk(id) {
  return id.startsWith('./') ? loadChunk(id.slice(2)) : require(id)
}
requireFromChunk.resolve = id => require.resolve(id)

function scriptOf(source, filename, cachedData) {
  const { Script, constants } = require('node:vm')
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  return new Script(source, { filename, importModuleDynamically, cachedData })
}

let compiledPart

/** The file is a length, a JSON table of places by chunk, then the bytes; only the parts that are asked for are read. */
function openCompiled(file) {
  const fs = require('node:fs')
  const read = (handle, at, length) => {
    const bytes = Buffer.allocUnsafeSlow(length)
    return fs.readSync(handle, bytes, 0, length, at) === length ? bytes : undefined
  }
  try {
    const handle = fs.openSync(file)
    const start = 4 + read(handle, 0, 4).readUInt32LE(0)
    const table = JSON.parse(read(handle, 4, start - 4).toString('latin1'))
    return name => table[name] && read(handle, start + table[name][0], table[name][1])
  } catch {
    return () => undefined
  }
}
