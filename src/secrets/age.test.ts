import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'
import { armor, Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { cachedPackage } from '../../tests/support/packages.ts'
import { FETCHING_MS } from '../../tests/support/runtimes.ts'
import { newIdentity, seal, unseal } from './age.ts'

const TEXT = 'größer als "ASCII"\n'

function inFolder<T>(work: (folder: string) => T): T {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-age-'))
  try {
    return work(folder)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

test('what is sealed is opened by its own identity alone', async () => {
  const identity = await newIdentity()
  const sealed = await seal(TEXT, identity)
  expect(await unseal(sealed, identity)).toBe(TEXT)
  await expect(unseal(sealed, await newIdentity())).rejects.toThrow()
})

test('one changed byte anywhere is found', async () => {
  const identity = await newIdentity()
  const sealed = await seal(TEXT, identity)
  for (let at = 0; at < sealed.length; at += 1) {
    const bytes = Uint8Array.from(sealed)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(unseal(bytes, identity), `byte ${at}`).rejects.toThrow()
  }
})

test('the age program opens what we seal, and we open what it seals', async () => {
  const identity = await newIdentity()
  const sealed = await seal(TEXT, identity)
  const theirs = inFolder(folder => {
    const key = path.join(folder, 'key.txt')
    fs.writeFileSync(key, `${identity}\n`)
    expect(execFileSync('age', ['--decrypt', '-i', key], { input: sealed }).toString()).toBe(TEXT)
    const recipient = execFileSync('age-keygen', ['-y', key]).toString().trim()
    return execFileSync('age', ['--encrypt', '-r', recipient], { input: TEXT })
  })
  expect(await unseal(theirs, identity)).toBe(TEXT)
})

interface Vector {
  readonly name: string
  readonly head: ReadonlyMap<string, string>
  readonly file: Buffer
}

/** C2SP's own package of them, 0BSD. A header of `key: value` lines, an empty line, the age file. */
async function publishedVectors(): Promise<Vector[]> {
  const folder = await cachedPackage('cctv-age', '0.2.0')
  const files: Record<string, Uint8Array> = await import(pathToFileURL(path.join(folder, 'index.js')).href)
  return Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content)
    const end = bytes.indexOf('\n\n')
    const lines = bytes.subarray(0, end).toString().split('\n')
    const head = new Map(lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
    const file = bytes.subarray(end + 2)
    return { name, head, file: head.get('compressed') === 'zlib' ? inflateSync(file) : file }
  })
}

async function outcomeOf({ head, file }: Vector): Promise<string> {
  try {
    const decrypter = new Decrypter()
    const [identity, passphrase] = [head.get('identity'), head.get('passphrase')]
    if (identity !== undefined) decrypter.addIdentity(identity)
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
    const bytes = head.get('armored') === 'yes' ? armor.decode(file.toString()) : file
    const opened = await decrypter.decrypt(bytes)
    return createHash('sha256').update(opened).digest('hex')
  } catch {
    return 'refused'
  }
}

test('the published age vectors come out as they say', { timeout: FETCHING_MS }, async () => {
  const vectors = await publishedVectors()
  const wrong: string[] = []
  for (const vector of vectors) {
    const { name, head } = vector
    const expected = head.get('expect') === 'success' ? head.get('payload') : 'refused'
    if ((await outcomeOf(vector)) !== expected) wrong.push(name)
  }
  expect(wrong).toEqual([])
  expect(vectors.length).toBeGreaterThan(100)
})
