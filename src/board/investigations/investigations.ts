import { refuseFor } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { changeCard, readCard, readCards, renderProblems, withFinalNewline } from '../cards.ts'
import type { Card, CardEntry } from '../entities.ts'
import * as contracts from './contracts.ts'
import { contextOf, makeInvestigation } from './make-investigation.ts'
import { type InvestigationView, investigations, STEPS } from './model.ts'

type InvestigationCard = Card<typeof investigations>

export const create = implement(() => contracts.create, {
  run: (call, wish) =>
    call.store.transact(call, tx => {
      const made = makeInvestigation(call, tx, wish)
      tx.describe(`began the investigation ${made.card.title}`)
      return view(tx, made)
    }),
  render,
})

export const list = implement(() => contracts.list, {
  async run(call, { kind, status }) {
    const { entries, problems } = await readCards(call, investigations)
    const rows = entries.filter(
      ({ card }) => (kind === undefined || card.kind === kind) && (status === undefined || card.status === status),
    )
    return { investigations: rows.map(entry => view(filesOf(call), entry)), problems }
  },
  render: ({ investigations: rows, problems }) =>
    [
      ...(rows.length === 0 ? ['Nothing is investigated. `furrow investigation create "<title>"` begins.'] : []),
      ...rows.map(
        ({ id, title, kind, step, status }) => `- ${id}: ${title} (${kind.replace('_', ' ')}, ${step}, ${status})`,
      ),
      ...renderProblems(problems),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  run: async (call, { id }) => view(filesOf(call), await readCard(call, investigations, id)),
  render,
})

export const text = implement(() => contracts.text, {
  async run(call, { id, step }) {
    const { card } = await readCard(call, investigations, id)
    if (step !== undefined && !STEPS[card.kind].some(each => each.step === step)) return noStep(id, card.kind, step)
    const path = fileOf(id, { kind: card.kind, step: step ?? card.step })
    const kept = await call.store.read(path)
    if (kept === undefined)
      return refuse('not_found', `${step ?? card.step} of ${id} is not written: ${path}`, {
        target: path,
        fix: shell`furrow investigation show ${id}`,
      })
    call.store.shown(call.actor, kept)
    return { id, step: step ?? card.step, path, content: kept.bytes.toString('utf8'), revision: kept.revision }
  },
  render: ({ content }) => content,
})

export const write = implement(() => contracts.write, {
  async run(call, { id, content }) {
    const entry = await changeCard(call, { kind: investigations, id }, ({ card, tx }) => {
      refuseUnlessOpen(id, card)
      tx.replace(fileOf(id, card), withFinalNewline(content))
      return { card, says: `wrote ${card.step.replaceAll('_', ' ')} of ${card.title}` }
    })
    return view(filesOf(call), entry)
  },
  render,
})

export const advance = implement(() => contracts.advance, {
  async run(call, { id }) {
    const entry = await changeCard(call, { kind: investigations, id }, ({ card, tx }) => {
      refuseUnlessOpen(id, card)
      refuseFor(whyNotOn(tx, id, card))
      const steps = STEPS[card.kind]
      const next = steps[steps.findIndex(({ step }) => step === card.step) + 1]
      if (next === undefined)
        return { card: { ...card, status: 'complete' as const }, says: `completed the investigation ${card.title}` }
      return { card: { ...card, step: next.step }, says: `took ${card.title} on to ${next.step.replaceAll('_', ' ')}` }
    })
    return view(filesOf(call), entry)
  },
  render,
})

export const park = implement(() => contracts.park, {
  async run(call, { id, reason }) {
    const entry = await changeCard(call, { kind: investigations, id }, ({ card }) => {
      if (card.status === 'complete') throw closed(id, card)
      const { parked_because: _, ...rest } = card
      if (reason === undefined)
        return { card: { ...rest, status: 'in_progress' as const }, says: `took up ${card.title} again` }
      return { card: { ...rest, status: 'parked' as const, parked_because: reason }, says: `parked ${card.title}` }
    })
    return view(filesOf(call), entry)
  },
  render,
})

/** Each step needs its text. */
function whyNotOn(files: Files, id: string, card: InvestigationCard) {
  const path = fileOf(id, card)
  if (files.read(path) !== undefined) return []
  const fix = shell`furrow investigation write ${id} --content -`
  return [{ code: 'step_unwritten', ids: [card.step], message: `${card.step} of ${id} is not written: ${path}`, fix }]
}

function refuseUnlessOpen(id: string, card: InvestigationCard): void {
  if (card.status !== 'in_progress') throw closed(id, card)
}

function closed(id: string, { status }: InvestigationCard) {
  return refuse('invalid_state', `${id} is ${status}.`, {
    target: id,
    fix: status === 'parked' ? shell`furrow investigation park ${id}` : shell`furrow investigation show ${id}`,
  })
}

function folderOf(id: string): string {
  return `${investigations.folder}/${id}`
}

/** What is published is for everybody; the rest stays with the investigation. */
function pathOf(id: string, kind: InvestigationCard['kind'], file: string): string {
  return kind === 'guideline' && file === 'guideline.md' ? `.sdlc/guidelines/${id}.md` : `${folderOf(id)}/${file}`
}

function noStep(id: string, kind: InvestigationCard['kind'], step: string) {
  const steps = STEPS[kind].map(each => each.step).join(', ')
  return refuse('not_found', `${id} has no step ${step}; it has ${steps}.`, {
    target: 'step',
    fix: shell`furrow investigation show ${id}`,
  })
}

function fileOf(id: string, { kind, step }: Pick<InvestigationCard, 'kind' | 'step'>): string {
  const found = STEPS[kind].find(each => each.step === step)
  if (found !== undefined) return pathOf(id, kind, found.file)
  throw refuse('damaged', `${folderOf(id)}/manifest.yaml is at ${step}, which is not a step of ${kind}.`, {
    target: `${folderOf(id)}/manifest.yaml`,
    fix: shell`furrow doctor`,
  })
}

function view(files: Files, { id, card }: CardEntry<typeof investigations>): InvestigationView {
  const { title, kind, step, status, parked_because, origin, updated_at } = card
  const context = files.read(contextOf(id))?.bytes.toString('utf8')
  return {
    id,
    title,
    kind,
    step,
    status,
    ...(parked_because !== undefined && { parked_because }),
    ...(context !== undefined && { context }),
    steps: STEPS[kind].map(each => {
      const path = pathOf(id, kind, each.file)
      return { step: each.step, path, written: files.read(path) !== undefined }
    }),
    ...(origin !== undefined && { origin: { kind: origin.kind, ref: origin.ref } }),
    updated_at,
  }
}

function render({ id, title, kind, step, status, steps, parked_because }: InvestigationView): string {
  const why = parked_because === undefined ? '' : `: ${parked_because}`
  return [
    `# ${title}`,
    '',
    `${id} (${kind.replace('_', ' ')}) is ${status.replace('_', ' ')}${why}, at ${step}.`,
    '',
    ...steps.map(each => `- [${each.written ? 'x' : ' '}] ${each.step}: ${each.path}`),
  ].join('\n')
}
