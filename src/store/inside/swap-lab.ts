import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

/** A root in which a link to a folder and a link to the outside take turns at one place. */
export async function swapping() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-anchor-')))
  const [root, out] = [path.join(base, 'root'), path.join(base, 'root-evil')]
  for (const [folder, text] of [
    [path.join(root, 'a/b/c'), 'inside'],
    [path.join(out, 'b/c'), 'outside'],
  ] as const) {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, 'file'), text)
  }
  execFileSync('git', ['init', '-q', root])
  const worker = new Worker(SWAP, { eval: true, workerData: { at: path.join(root, 'a/b'), to: path.join(out, 'b') } })
  await new Promise(resolve => worker.once('message', resolve))
  const stop = async () => {
    worker.postMessage('stop')
    await new Promise(resolve => worker.once('exit', resolve))
  }
  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    stopped ??= stop()
    return stopped
  }
  return {
    base,
    root,
    outside: () => textsIn(out),
    stop: stopOnce,
    async [Symbol.asyncDispose]() {
      await stopOnce()
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

/** A link takes the place of the other in one step; it ends with the one that stays inside. */
const SWAP = `
const { parentPort, receiveMessageOnPort, workerData: { at, to } } = require('node:worker_threads')
const fs = require('node:fs')
const put = target => { fs.symlinkSync(target, at + '-next'); fs.renameSync(at + '-next', at) }
fs.renameSync(at, at + '-real')
put(at + '-real')
parentPort.postMessage('swapping')
while (receiveMessageOnPort(parentPort) === undefined) { put(to); put(at + '-real') }
`

function textsIn(folder: string): Record<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    files.flatMap(({ name, parentPath }) => {
      const place = path.join(parentPath, name)
      const key = path.relative(folder, place)
      if (!fs.statSync(place).isDirectory()) return [[key, fs.readFileSync(place, 'utf8')]]
      return fs.readdirSync(place).length === 0 ? [[`${key}/`, '']] : []
    }),
  )
}
