import type * as z from 'zod'
import { refuseFor } from '../../lifecycle/reason.ts'
import { type Reason, refuse } from '../../operation/errors.ts'
import { linkRun } from '../../runs/record/link-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import {
  type CardChange,
  changeCard,
  newCard,
  readCard,
  readCards,
  renderProblems,
  withFinalNewline,
} from '../cards.ts'
import {
  type Card,
  type CardEntry,
  findCard,
  freeSlug,
  nextCardNumber,
  readCardFolder,
  writeCard,
} from '../entities.ts'
import { features } from '../features/model.ts'
import * as contracts from './contracts.ts'
import { type MilestoneView, milestones, type UatView, uatRuns } from './model.ts'

type MilestoneCard = Card<typeof milestones>

export const create = implement(() => contracts.create, {
  run: (call, { title, vision, features: wanted = [] }) =>
    call.store.transact(call, tx => {
      for (const feature of wanted) findCard(tx, features, feature)
      const id = freeSlug(tx, milestones, title)
      tx.describe(`began the milestone ${title}`)
      const card = { ...newCard(call, title), ...(vision !== undefined && { vision }), features: wanted }
      return view(tx, writeCard(tx, milestones, { id, card }))
    }),
  render,
})

export const list = implement(() => contracts.list, {
  async run(call) {
    const { entries, problems } = await readCards(call, milestones)
    return { milestones: entries.map(entry => view(filesOf(call), entry)), problems }
  },
  render: ({ milestones: rows, problems }) =>
    [
      ...(rows.length === 0 ? ['There is no milestone.'] : []),
      ...rows.map(({ id, title, status, features: all }) => {
        const done = all.filter(({ phase }) => phase === 'released').length
        return `- ${id}: ${title} (${status}, ${done} of ${all.length} features released)`
      }),
      ...renderProblems(problems),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  run: async (call, { id }) => view(filesOf(call), await readCard(call, milestones, id)),
  render,
})

export const order = implement(() => contracts.order, {
  run: (call, { id, features: wanted }) =>
    move(call, id, ({ card, tx }) => {
      for (const feature of wanted) findCard(tx, features, feature)
      return {
        card: { ...card, features: [...new Set(wanted)] },
        says: `said what the milestone ${card.title} holds, and in which order`,
      }
    }),
  render,
})

export const acceptance = implement(() => contracts.acceptance, {
  run: (call, { id, content }) =>
    move(call, id, ({ card, tx }) => {
      tx.replace(testOf(id), withFinalNewline(content))
      return { card, says: `wrote the acceptance test of ${card.title}` }
    }),
  render,
})

export const uat = implement(() => contracts.uat, {
  run: (call, { id, deploy }) =>
    move(call, id, ({ card, tx }) => {
      refuseFor(whyNotTest(tx, id))
      const run = nextCardNumber(tx, uatRuns(id), 'uat')
      const title = `Acceptance test of ${card.title}`
      writeCard(tx, uatRuns(id), {
        id: run,
        card: { ...newCard(call, title), ...(deploy !== undefined && { deploy }) },
      })
      if (deploy !== undefined) linkRun(call, tx, { id: interactionIn(deploy), to: `uat:${id}/${run}` })
      return { card, says: `began ${run}, a try of the acceptance test of ${card.title}` }
    }),
  render,
})

export const verdict = implement(() => contracts.verdict, {
  run: (call, { id, verdict: said, notes }) =>
    move(call, id, ({ card, tx, at }) => {
      const open = openRun(tx, id)
      if (open === undefined)
        throw refuse('invalid_state', `No acceptance test of ${id} is under way.`, {
          target: id,
          fix: shell`furrow milestone uat ${id}`,
        })
      const told = { verdict: said, completed_at: at, by: call.actor.id, ...(notes !== undefined && { notes }) }
      writeCard(tx, uatRuns(id), { id: open.id, card: { ...open.card, ...told, updated_at: at } })
      return {
        card,
        says: `judged ${open.id}, a try of the acceptance test of ${card.title}: ${said.replaceAll('_', ' ')}`,
      }
    }),
  render,
})

export const release = implement(() => contracts.release, {
  run: (call, { id }) =>
    move(call, id, ({ card, tx, at }) => {
      refuseFor(whyNotRelease(tx, id))
      return { card: { ...card, released_at: at }, says: `released the milestone ${card.title}` }
    }),
  render,
})

export const skip = implement(() => contracts.skip, {
  run: (call, { id, reason }) =>
    move(call, id, ({ card, at }) => {
      return { card: { ...card, skipped_at: at, skipped_because: reason }, says: `gave up the milestone ${card.title}` }
    }),
  render,
})

/** `deploy/20260102-101500-a1b`, with or without its tool. */
function interactionIn(deploy: string): string {
  return deploy.split('/').at(-1) ?? deploy
}

/** A milestone that has ended stays as it is. */
async function move(
  call: Call,
  id: string,
  change: (changing: CardChange<typeof milestones>) => { card: MilestoneCard; says: string },
): Promise<MilestoneView> {
  const entry = await changeCard(call, { kind: milestones, id }, changing => {
    const { released_at, skipped_at } = changing.card
    if (released_at === undefined && skipped_at === undefined) return change(changing)
    throw refuse('invalid_state', `${id} was ${released_at === undefined ? 'skipped' : 'released'}.`, {
      target: id,
      fix: shell`furrow milestone show ${id}`,
    })
  })
  return view(filesOf(call), entry)
}

/** Writes are refused while a run cannot be read: it may be the open one. */
function runsOf(files: Files, id: string) {
  const { entries, problems } = readCardFolder(files, uatRuns(id))
  const [bad] = problems
  if (bad !== undefined) throw refuse('damaged', bad.message, { target: bad.path, fix: shell`furrow doctor` })
  return entries
}

function openRun(files: Files, id: string) {
  return runsOf(files, id).find(({ card }) => card.verdict === undefined)
}

function whyNotTest(files: Files, id: string): Reason[] {
  const open = openRun(files, id)
  return [
    ...(files.read(testOf(id)) === undefined
      ? [
          {
            code: 'no_acceptance_test',
            ids: [id],
            message: `${id} has no acceptance test.`,
            fix: shell`furrow milestone acceptance ${id} --content -`,
          },
        ]
      : []),
    ...(open === undefined
      ? []
      : [
          {
            code: 'uat_open',
            ids: [open.id],
            message: `${open.id} of ${id} is under way.`,
            fix: shell`furrow milestone verdict ${id} failed`,
          },
        ]),
  ]
}

/** The newest verdict counts. */
function whyNotRelease(files: Files, id: string): Reason[] {
  const last = runsOf(files, id).findLast(({ card }) => card.verdict !== undefined)
  if (last?.card.verdict === 'pass' || last?.card.verdict === 'pass_with_tasks') return []
  const how = last === undefined ? 'has not passed its acceptance test' : `failed ${last.id}`
  const open = openRun(files, id)
  if (open !== undefined) {
    const message = `${id} ${how}; ${open.id} is under way.`
    return [{ code: 'uat_not_passed', ids: [id], message, fix: shell`furrow milestone verdict ${id} --help` }]
  }
  // A test that is not written yet cannot be run.
  const fix = whyNotTest(files, id)[0]?.fix ?? shell`furrow milestone uat ${id}`
  return [{ code: 'uat_not_passed', ids: [id], message: `${id} ${how}.`, fix }]
}

function testOf(id: string): string {
  return `${milestones.folder}/${id}/acceptance-test.md`
}

function view(files: Files, { id, card }: CardEntry<typeof milestones>): MilestoneView {
  const { title, vision, skipped_because } = card
  const phases = new Map(readCardFolder(files, features).entries.map(entry => [entry.id, entry.card.phase]))
  const runs = readCardFolder(files, uatRuns(id))
  const acceptance_test = files.read(testOf(id))?.bytes.toString('utf8')
  const rows = card.features.map(feature => ({ id: feature, phase: phases.get(feature) ?? 'missing' }))
  return {
    id,
    title,
    status: statusOf(card, rows),
    ...(vision !== undefined && { vision }),
    features: rows,
    ...(acceptance_test !== undefined && { acceptance_test }),
    uat: runs.entries.map(viewRun),
    problems: runs.problems,
    ...(skipped_because !== undefined && { skipped_because }),
  }
}

/** Derived, so that it cannot be wrong. */
function statusOf(
  { skipped_at, released_at }: MilestoneCard,
  rows: readonly { phase: string }[],
): MilestoneView['status'] {
  if (skipped_at !== undefined) return 'skipped'
  if (released_at !== undefined) return 'released'
  return rows.length > 0 && rows.every(({ phase }) => phase === 'released') ? 'verifying' : 'active'
}

function viewRun({ id, card }: CardEntry<ReturnType<typeof uatRuns>>): z.infer<typeof UatView> {
  const { created_at, completed_at, verdict: said, by, notes, deploy } = card
  return {
    id,
    started_at: created_at,
    ...(completed_at !== undefined && { completed_at }),
    ...(said !== undefined && { verdict: said }),
    ...(by !== undefined && { by }),
    ...(notes !== undefined && { notes }),
    ...(deploy !== undefined && { deploy }),
  }
}

function render({ id, title, status, vision, features: all, uat: runs, problems }: MilestoneView): string {
  return [
    `# ${title}`,
    '',
    `${id} is ${status}.`,
    ...(vision === undefined ? [] : ['', vision.trimEnd()]),
    '',
    ...all.map((feature, n) => `${n + 1}. ${feature.id} (${feature.phase})`),
    ...(runs.length === 0 ? [] : ['', ...runs.map(run => `- ${run.id}: ${run.verdict ?? 'under way'}${testing(run)}`)]),
    ...renderProblems(problems),
  ].join('\n')
}

function testing({ deploy }: MilestoneView['uat'][number]): string {
  return deploy === undefined ? '' : `, of ${deploy}`
}
