import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openLab, packageRoot } from '../lab.ts'
import { bundle } from '../support/bundle.ts'
import { type Answering, nobody, startCounterpart } from '../support/counterparts/server.ts'
import { TARGETS, type Target } from '../support/counterparts/targets.ts'
import { runToEnd, trust } from '../support/tools.ts'

interface Fault {
  readonly answer: Answering
  /** The whole of its patience, where the fault is that nothing comes; else far more than any machine needs. */
  readonly seconds?: number
  readonly says: (target: Target) => RegExp | undefined
}

const PAGE = '<!doctype html><html><head><style>b{}</style><title>Oops</title></head><body><b>Down</b></body></html>'
const html = { 'content-type': 'text/html' }

const FAULTS: Readonly<Record<string, Fault>> = {
  silent: { answer: 'hang', seconds: 0.2, says: () => /did not answer within 0\.2 s/ },
  slow: { answer: 'drip', seconds: 0.2, says: () => /did not answer within 0\.2 s/ },
  truncated: { answer: 'cut', says: () => /cannot be reached: the connection was cut/ },
  failing: {
    answer: { status: 500, headers: html, body: PAGE },
    says: ({ tool }) =>
      tool === 'api-health' ? /did not answer 2xx: 500/ : /500: it has a fault of its own \(Oops Down\)/,
  },
  words: { answer: { headers: html, body: 'plainly words' }, says: ({ words }) => words },
  shape: { answer: { body: { colour: 'red' } }, says: ({ shape }) => shape },
}

/** Answers by the first word of the path, so that every fault is there at once. */
function startFaulty() {
  return startCounterpart(({ path: place }) => FAULTS[place.split('/')[1] ?? '']?.answer ?? { status: 404, body: {} })
}

interface Result {
  readonly ok: boolean
  readonly error?: string
}

test('whatever a counterpart does wrong, each tool ends with a sentence that says so', async () => {
  await using faulty = await startFaulty()
  await using tools = await bundles()
  const away = await nobody()
  const cases = TARGETS.flatMap(target => [
    { target, fault: 'unreachable', address: away, seconds: 50, says: /cannot be reached: nothing listens there/ },
    ...Object.entries(FAULTS).map(([fault, { seconds = 50, says }]) => {
      return { target, fault, address: `${faulty.address}/${fault}`, seconds, says: says(target) }
    }),
  ])
  const found = await eachOf(cases, async ({ target, address, seconds, says }) => {
    const input = { ...target.input(address), [target.patience]: seconds }
    const { ok, error = '' } = await tools.run(target.tool, input, target.secrets(address))
    return says === undefined ? ok : !ok && says.test(error) && !/<\w|undefined|\[object/.test(error) ? true : error
  })
  const wrong = cases.flatMap(({ target, fault }, index) =>
    found[index] === true ? [] : [`${target.name}, ${fault}: ${found[index]}`],
  )
  expect(wrong).toEqual([])
})

test('missing secrets and wrong inputs start nothing, and a failure is in the record', async () => {
  await using faulty = await startFaulty()
  await using lab = await openLab()
  const tools = [...new Set(TARGETS.map(({ tool }) => tool))]
  for (const name of tools) await lab.call('tool.add', { name })
  await trust(lab)
  for (const { tool, input, missing, wrong } of TARGETS) {
    expect(await lab.refusal('tool.run', { name: tool, input: wrong })).toMatchObject({ code: 'usage' })
    if (missing.length === 0) continue
    expect(await lab.refusal('tool.run', { name: tool, input: input('') })).toMatchObject({
      code: 'missing_secrets',
      details: { missing_secrets: missing },
      fix: expect.stringContaining(`furrow secrets set ${missing[0]}`),
    })
  }
  for (const name of tools) expect((await lab.call('tool.interactions', { name })).interactions, name).toEqual([])
  const firsts = tools.flatMap(tool => TARGETS.find(each => each.tool === tool) ?? [])
  for (const target of firsts) {
    const address = `${faulty.address}/failing`
    for (const [name, value] of Object.entries(target.secrets(address))) {
      const scope = target.scope?.[name]
      await lab.call('secrets.set', { name, value, ...(scope !== undefined && { scope }) })
      await lab.call('secrets.grant', { name, tool: target.tool })
    }
    const record = await runToEnd(lab, target.tool, target.input(address))
    expect(record, target.name).toMatchObject({
      status: 'failed',
      result: { ok: false, error: expect.stringMatching(FAULTS['failing']?.says(target) ?? /^$/) },
    })
  }
})

/** The tools as Furrow ships them, each in one file, to be run by themselves: a run then costs no more than its process. */
async function bundles() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-faults-'))
  const names = [...new Set(TARGETS.map(({ tool }) => tool))]
  const files = new Map<string, string>()
  for (const name of names) {
    const own = path.join(folder, name)
    fs.mkdirSync(own)
    files.set(name, await bundle(path.join(packageRoot, 'dist/tools', name, 'tool.ts'), own))
  }
  return {
    async run(tool: string, input: object, secrets: Readonly<Record<string, string>>): Promise<Result> {
      const child = spawn(process.execPath, [files.get(tool) ?? '', '--run'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, SDLC_ROOT: folder, ...secrets },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      child.stdin.end(JSON.stringify(input))
      const lines = (await readAll(child.stdout)).trim().split('\n')
      return JSON.parse(lines.at(-1) ?? '') as Result
    },
    async [Symbol.asyncDispose]() {
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

const AT_ONCE = 3

async function eachOf<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  const rest = [...items.entries()]
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) done[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}
