import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { type ChangesOfBoard, changesOfBoard } from '../board-ports.ts'
import { changeCard, readCard, readCards, renderProblems, withFinalNewline } from '../cards.ts'
import { type CardEntry, findCard } from '../entities.ts'
import { features } from '../features/model.ts'
import { investigations } from '../investigations/model.ts'
import { milestones } from '../milestones/model.ts'
import * as contracts from './contracts.ts'
import { briefOf, capturedAt, makePonder } from './make-ponder.ts'
import { type PonderView, ponders } from './model.ts'

export const create = implement(() => contracts.create, {
  run: (call, wish) =>
    call.store.transact(call, tx => {
      const made = makePonder(call, tx, wish)
      tx.describe(`began to ponder: ${made.card.title}`)
      return view(tx, made)
    }),
  render,
})

export const list = implement(() => contracts.list, {
  async run(call, { status }) {
    const { entries, problems } = await readCards(call, ponders)
    const rows = entries.filter(({ card }) => status === undefined || card.status === status)
    return { ponders: rows.map(entry => view(filesOf(call), entry)), problems }
  },
  render: ({ ponders: rows, problems }) =>
    [
      ...(rows.length === 0 ? ['Nothing is pondered. `furrow ponder create "<title>"` begins.'] : []),
      ...rows.map(({ id, title, status }) => `- ${id}: ${title} (${status})`),
      ...renderProblems(problems),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  run: async (call, { id }) => view(filesOf(call), await readCard(call, ponders, id)),
  render,
})

export const artifact = implement(() => contracts.artifact, {
  async run(call, { id, name }) {
    await readCard(call, ponders, id)
    const path = capturedAt(id, name)
    const kept = await call.store.read(path)
    if (kept === undefined)
      return refuse('not_found', `${id} has no text ${name}.`, { target: path, fix: shell`furrow ponder show ${id}` })
    call.store.shown(call.actor, kept)
    return { id, name, path, content: kept.bytes.toString('utf8'), revision: kept.revision }
  },
  render: ({ content }) => content,
})

export const capture = implement(() => contracts.capture, {
  run: (call, { id, name, content }) =>
    keep(call, id, tx => {
      tx.replace(capturedAt(id, name), withFinalNewline(content))
      return `captured ${name} for ${id}`
    }),
  render,
})

export const session = implement(() => contracts.session, {
  run: (call, { id, content }) =>
    keep(call, id, tx => {
      const number = String(sessionsOf(tx, id).length + 1).padStart(3, '0')
      tx.create(`${folderOf(id)}/sessions/${number}.md`, withFinalNewline(content))
      return `sitting ${number} of ${id}`
    }),
  render,
})

export const move = implement(() => contracts.move, {
  async run(call, { id, status, reason }) {
    if (status === 'parked' && reason === undefined)
      throw refuse('usage', `Parking ${id} needs a reason.`, {
        target: 'reason',
        fix: shell`furrow ponder move ${id} parked --reason "why"`,
      })
    const entry = await changeCard(call, { kind: ponders, id }, ({ card }) => {
      const { parked_because: _, ...rest } = card
      const parked = status === 'parked' && reason !== undefined ? { parked_because: reason } : {}
      return { card: { ...rest, ...parked, status }, says: `${card.title} is ${status}` }
    })
    return view(filesOf(call), entry)
  },
  render,
})

export const commit = implement(() => contracts.commit, {
  async run(call, { id, target }) {
    const changes = await call.port(changesOfBoard)
    const entry = await changeCard(call, { kind: ponders, id }, ({ card, tx }) => {
      refuseUnlessThere(tx, target, changes)
      const committed_to = [...new Set([...card.committed_to, target])]
      return {
        card: { ...card, status: 'committed' as const, committed_to },
        says: `made ${target} of the ponder ${card.title}`,
      }
    })
    return view(filesOf(call), entry)
  },
  render,
})

const TARGETS = { feature: features, milestone: milestones, investigation: investigations }

function refuseUnlessThere(tx: Transaction, target: string, changes: ChangesOfBoard): void {
  const [kind = '', id = ''] = target.split(':')
  const known = TARGETS[kind as keyof typeof TARGETS]
  if (known !== undefined) findCard(tx, known, id)
  else if (changes.stagesOf(tx, id) === undefined)
    throw refuse('not_found', `There is no change ${id}.`, { target: id, fix: shell`furrow change list` })
}

async function keep(call: Call, id: string, write: (tx: Transaction) => string): Promise<PonderView> {
  const entry = await changeCard(call, { kind: ponders, id }, ({ card, tx }) => ({ card, says: write(tx) }))
  return view(filesOf(call), entry)
}

function folderOf(id: string): string {
  return `${ponders.folder}/${id}`
}

function sessionsOf(files: Files, id: string): string[] {
  return files.list(`${folderOf(id)}/sessions`)
}

function view(files: Files, { id, card }: CardEntry<typeof ponders>): PonderView {
  const { title, status, tags, committed_to, parked_because, origin, updated_at } = card
  const brief = files.read(briefOf(id))?.bytes.toString('utf8')
  return {
    id,
    title,
    status,
    tags,
    committed_to,
    ...(parked_because !== undefined && { parked_because }),
    ...(brief !== undefined && { brief }),
    artifacts: files.list(`${folderOf(id)}/artifacts`).map(name => name.replace(/\.md$/, '')),
    sessions: sessionsOf(files, id).length,
    ...(origin !== undefined && { origin: { kind: origin.kind, ref: origin.ref } }),
    updated_at,
  }
}

function render({ id, title, status, brief, artifacts, committed_to, parked_because }: PonderView): string {
  return [
    `# ${title}`,
    '',
    `${id} is ${status}${parked_because === undefined ? '' : `: ${parked_because}`}.`,
    ...committed_to.map(target => `It became ${target}.`),
    ...(brief === undefined ? [] : ['', brief.trimEnd()]),
    ...(artifacts.length === 0 ? [] : ['', 'Captured:', ...artifacts.map(name => `- ${name}`)]),
  ].join('\n')
}
