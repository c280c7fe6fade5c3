import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { App } from '../../src/app/app.ts'
import { full } from '../support/full.ts'
import { openFaultLab } from './fault-lab.ts'
import { figure } from './figures.ts'
import { type Order, perform, type Reply } from './orders.ts'
import { randomFrom, seedFor } from './seed.ts'
import { type StateFile, stateFiles } from './state-files.ts'

/** A damaged text, and whether anybody could tell. */
interface Damage {
  readonly how: string
  readonly bytes: Buffer
  readonly certain: boolean
  readonly mendable?: true
}

const FLIPS = full ? 1000 : 150

test.each(stateFiles)(
  'D9 $name: damage is named with its path and a fix, and nothing is put in its place',
  async row => {
    const random = randomFrom(seedFor(`D9 ${row.name}`))
    using lab = openFaultLab()
    for (const order of row.prepare) expect(await lab.perform(order)).toMatchObject({ ok: true })
    const place = row.place(lab)
    const sound = fs.readFileSync(place)
    const told = { refused: 0, readable: 0 }
    await lab.withApp(async app => {
      // First: what Furrow wrote last is sound only until it has taken a flipped value for a person's.
      await doctorKnows(app, place)
      for (const damage of damages(row, sound, random)) {
        fs.writeFileSync(place, damage.bytes)
        told[await judge(app, row, { damage, place })] += 1
      }
      fs.writeFileSync(place, sound)
      if (row.read !== undefined) expect(await perform(app, row.read)).toMatchObject({ ok: true })
    })
    figure('D9', row.name, `${told.refused} refused, ${told.readable} still readable, 0 replaced`)
    expect(told.refused).toBeGreaterThan(row.wrong.length)
  },
)

const RUINED = Buffer.from('{ "cut off": [\n\0')

/** Whatever is damaged, the doctor names it with a command; where it can mend it, it is mended and nothing is lost. */
async function doctorKnows(app: App, place: string): Promise<void> {
  fs.writeFileSync(place, RUINED)
  const named = async () => {
    const told = await perform(app, again({ call: 'doctor.check', input: {}, id: 'doctor' }))
    if (!told.ok) throw new Error(JSON.stringify(told))
    const { findings } = told.value as { findings: { level: string; message: string; target?: string; fix?: string }[] }
    return findings.filter(({ target, message }) => place.endsWith(target ?? '?') || message.includes(place))
  }
  const [found] = await named()
  expect(found, `the doctor does not name ${place}`).toMatchObject({ fix: expect.stringMatching(/^(?:furrow|git) /) })
  const mended = await perform(app, again({ call: 'doctor.repair', input: {}, id: 'repair' }))
  expect(mended, JSON.stringify(mended)).toMatchObject({ ok: true })
  if (found?.fix !== 'furrow doctor repair') expect(fs.readFileSync(place).equals(RUINED), place).toBe(true)
  else expect(await named(), `${place} is still damaged`).toEqual([])
}

async function judge(app: App, row: StateFile, { damage, place }: { damage: Damage; place: string }) {
  const where = `${row.name} with ${damage.how}: ${damage.bytes.toString('latin1').slice(0, 300)}`
  const list = await perform(app, row.list)
  expect(list.ok, `${where}\n${JSON.stringify(list)}`).toBe(true)
  const read = row.read === undefined ? undefined : await perform(app, row.read)
  expect(fs.readFileSync(place).equals(damage.bytes), `${where} was changed by reading`).toBe(true)
  if (read?.ok === true) {
    expect(damage.certain, where).toBe(false)
    return 'readable'
  }
  if (read !== undefined) expectNamed(read, { place, where })
  const write = await perform(app, again(row.write))
  if (write.ok) expect(damage.certain && damage.mendable !== true, where).toBe(false)
  else expectNamed(write, { place, where })
  if (!write.ok) expect(fs.readFileSync(place).equals(damage.bytes), `${where} was replaced`).toBe(true)
  return write.ok ? 'readable' : 'refused'
}

function expectNamed(reply: Reply, { place, where }: { place: string; where: string }): void {
  const text = `${where}\n${JSON.stringify(reply)}`
  if (reply.ok || 'bug' in reply) throw new Error(text)
  const { code, message, target, fix } = reply.error
  expect(code, text).toMatch(/^(?:damaged|newer_schema|conflict|too_large)$/)
  // A readable lie about the owner is a conflict of two homes.
  if (code !== 'conflict') expect(place.endsWith(target ?? '?') || message.includes(place), text).toBe(true)
  expect(fix, text).toMatch(/^(?:furrow|npm|git -C) /)
}

let counter = 0
function again(order: Order): Order {
  counter += 1
  return { ...order, id: `again-${counter}` }
}

function* damages(
  { wrong, mistyped = [], isYaml }: StateFile,
  sound: Buffer,
  random: ReturnType<typeof randomFrom>,
): Generator<Damage> {
  for (let length = 0; length < sound.length; length += 1)
    yield { how: `${length} of ${sound.length} bytes`, bytes: sound.subarray(0, length), certain: isCertain(length) }
  for (const text of wrong) yield { how: 'another form', bytes: Buffer.from(text), certain: true }
  for (const text of mistyped) yield { how: 'a wrong value', bytes: Buffer.from(text), certain: true, mendable: true }
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const [at, bit] = [random.below(sound.length), random.below(8)]
    const bytes = Buffer.from(sound)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    yield { how: `bit ${bit} of byte ${at} flipped`, bytes, certain: false }
  }
  const text = sound.toString('utf8')
  const middle = text.indexOf('\n', text.length / 2) + 1
  const merge = `<<<<<<< HEAD\n${text.slice(middle)}=======\n${text.slice(middle)}>>>>>>> theirs\n`
  yield { how: 'a NUL', bytes: Buffer.from(`${text.slice(0, middle)}\0${text.slice(middle)}`), certain: true }
  yield { how: 'an unfinished merge', bytes: Buffer.from(text.slice(0, middle) + merge), certain: true }
  yield { how: 'a byte order mark', bytes: Buffer.from(`\ufeff${text}`), certain: false }
  yield { how: 'other line ends', bytes: Buffer.from(text.replaceAll('\n', '\r\n')), certain: false }
  yield { how: 'nothing but blanks', bytes: Buffer.from(' \n'), certain: isYaml !== true }

  /** YAML may end at any letter of a value; JSON ends with its last bracket. */
  function isCertain(length: number): boolean {
    return isYaml === true ? length === 0 : length < sound.toString('utf8').trimEnd().length
  }
}
