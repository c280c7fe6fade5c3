// Preloaded by the build: adds what V8 compiled of the chunks during a run to FURROW_BUILD_RECORD.
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { FURROW_BUILD_DIST: dist, FURROW_BUILD_RECORD: file } = process.env
const prefix = dist + path.sep

const scripts = new Map()
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    const { filename = '' } = options ?? {}
    if (filename.startsWith(prefix)) scripts.set(filename.slice(prefix.length), this)
  }
}

process.on('exit', () => {
  const parts = fs.existsSync(file) ? read() : new Map()
  for (const [name, script] of scripts) {
    const data = script.createCachedData()
    // The run that used more of a chunk has more of it compiled.
    if (data.length > (parts.get(name)?.length ?? 0)) parts.set(name, data)
  }
  write(parts)
})

function read() {
  const bytes = fs.readFileSync(file)
  const start = 4 + bytes.readUInt32LE(0)
  const table = Object.entries(JSON.parse(bytes.toString('latin1', 4, start)))
  return new Map(table.map(([name, [at, length]]) => [name, bytes.subarray(start + at, start + at + length)]))
}

function write(parts) {
  let at = 0
  const table = {}
  for (const [name, { length }] of parts) {
    table[name] = [at, length]
    at += Math.ceil(length / 8) * 8
  }
  const json = JSON.stringify(table)
  const header = Buffer.from(json.padEnd(Math.ceil((json.length + 4) / 8) * 8 - 4), 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  const padded = [...parts.values()].map(bytes => Buffer.concat([bytes], Math.ceil(bytes.length / 8) * 8))
  fs.writeFileSync(file, Buffer.concat([length, header, ...padded]))
}
