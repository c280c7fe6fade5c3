// Preloaded by the build: adds what V8 compiled of the chunks during a run to FURROW_BUILD_RECORD.
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { FURROW_BUILD_DIST: dist, FURROW_BUILD_RECORD: file } = process.env
const own = vm.runInThisContext(
  `(function (require, __dirname) { ${fs.readFileSync(path.join(__dirname, 'compiled-chunks.cjs'), 'utf8')}
  return { readCompiled, compileChunks, scriptOf } })`,
)(require, dist)

const scripts = new Map()
own.compileChunks(dist, (name, chunk) => {
  const script = own.scriptOf(chunk)
  scripts.set(name, script)
  return script
})

process.on('exit', () => {
  const parts = fs.existsSync(file) ? own.readCompiled(file) : new Map()
  for (const [name, script] of scripts) {
    const data = script.createCachedData()
    // The run that used more of a chunk has more of it compiled.
    if (data.length > (parts.get(name)?.length ?? 0)) parts.set(name, data)
  }
  write(parts)
})

function write(parts) {
  let at = 0
  const table = [...parts].map(([name, bytes]) => {
    const place = [name, at, bytes.length]
    at += Math.ceil(bytes.length / 8) * 8
    return place
  })
  const json = JSON.stringify(table)
  const header = Buffer.from(json.padEnd(Math.ceil((json.length + 4) / 8) * 8 - 4), 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  const padded = [...parts.values()].map(bytes => Buffer.concat([bytes], Math.ceil(bytes.length / 8) * 8))
  fs.writeFileSync(file, Buffer.concat([length, header, ...padded]))
}
