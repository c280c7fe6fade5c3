import { type CardKind, findCard, readCardFolder } from '../../board/entities.ts'
import { features } from '../../board/features/model.ts'
import { feedback } from '../../board/feedback/model.ts'
import { investigations } from '../../board/investigations/model.ts'
import { milestones } from '../../board/milestones/model.ts'
import { ponders } from '../../board/ponders/model.ts'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { isKind } from './parse.ts'
import type { ExploredLead, Lead } from './walk.ts'

const CARDS = { feature: features, ponder: ponders, investigation: investigations, feedback, milestone: milestones }
type CardName = keyof typeof CARDS

const NO_ORIGIN = 'nobody said where it came from; `furrow tool add-to` does, and `--origin`'

/** A card of the board: where it came from, and the ponder that became it. */
export function cardAt(files: Files, kind: CardName, id: string): ExploredLead | undefined {
  const card = attempt(() => findCard(files, CARDS[kind] as CardKind, id))?.card as Loose | undefined
  if (card === undefined) return undefined
  const leads = [...originLeads(card.origin), ...pondersOf(files, `${kind}:${id}`)]
  return {
    cause: {
      kind,
      id,
      title: String(card.title).split('\n')[0] ?? '',
      command: kind === 'feedback' ? shell`furrow feedback list` : shell`furrow ${kind} show ${id}`,
      href: kind === 'feedback' ? '/board?tab=feedback' : `/board/${kind}s/${id}`,
    },
    leads,
    ...(leads.length === 0 && { missing: [{ link: `the origin of ${kind}:${id}`, would: NO_ORIGIN }] }),
  }
}

/** `sign-on/T1` */
export function taskAt(files: Files, ref: string): ExploredLead | undefined {
  const [feature = '', id = ''] = ref.split('/')
  const task = attempt(() => findCard(files, features, feature))?.card.tasks.find(each => each.id === id)
  if (task === undefined) return undefined
  return {
    cause: {
      kind: 'task',
      id: ref,
      title: task.title,
      command: shell`furrow feature show ${feature}`,
      href: `/board/features/${feature}`,
    },
    leads: [...originLeads(task.source), { kind: 'feature', id: feature, because: `${id} is a task of it` }],
  }
}

/** The features whose work a change does. */
export function featuresOf(files: Files, change: string): Lead[] {
  return readCardFolder(files, features)
    .entries.filter(({ card }) => card.change === change)
    .map(({ id }) => ({ kind: 'feature', id, because: `${change} does its work` }))
}

interface Loose {
  readonly title: string
  readonly origin?: { readonly kind: string; readonly ref: string } | undefined
}

function originLeads(origin: Loose['origin']): Lead[] {
  if (origin === undefined || !isKind(origin.kind)) return []
  return [{ kind: origin.kind, id: origin.ref, because: 'it came from there' }]
}

function pondersOf(files: Files, target: string): Lead[] {
  return readCardFolder(files, ponders)
    .entries.filter(({ card }) => card.committed_to.includes(target))
    .map(({ id }) => ({ kind: 'ponder', id, because: `it became ${target}` }))
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isRefused(error) && error.code === 'not_found') return undefined
    throw error
  }
}
