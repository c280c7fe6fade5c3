import fs from 'node:fs'
import path from 'node:path'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { Need, WorkspaceStatus } from '../model.ts'

export interface OpenBoard {
  readonly feature?: NonNullable<WorkspaceStatus['feature']>
  readonly asked: Need[]
  readonly damaged: Need[]
}

const FOLDERS = ['.sdlc/features', '.sdlc/escalations']

/** The current feature, and what a person is asked; where there is no board, nothing of it is loaded. */
export async function openBoard(call: Call): Promise<OpenBoard> {
  if (!FOLDERS.some(folder => fs.existsSync(path.join(call.workspace.root, folder)))) return { asked: [], damaged: [] }
  const { readCardFolder: readAll } = await import('../../board/entities.ts')
  const { features } = await import('../../board/features/model.ts')
  const { escalations } = await import('../../board/escalations/model.ts')
  const { filesOf } = await import('../../workspace/workspace-files.ts')
  const files = filesOf(call)
  const cards = readAll(files, features)
  const questions = readAll(files, escalations)
  const feature = await currentOf(call, cards.entries)
  return {
    ...(feature !== undefined && { feature }),
    asked: questions.entries
      .filter(({ card }) => card.status === 'open')
      .map(({ id, card }) => ({
        kind: card.kind === 'secret_request' ? 'secret' : 'question',
        title: card.title,
        detail: card.feature === undefined ? id : `${id}, for ${card.feature}`,
        fix: shell`furrow escalation show ${id}`,
        href: '/board?tab=escalations',
      })),
    damaged: [...cards.problems, ...questions.problems].map(({ path: file, message }) => ({
      kind: 'damaged',
      title: `${file} cannot be read`,
      detail: message,
      fix: shell`furrow board list`,
    })),
  }
}

type Entries = ReturnType<
  typeof import('../../board/entities.ts').readCardFolder<typeof import('../../board/features/model.ts').features>
>['entries']

async function currentOf(call: Call, entries: Entries): Promise<OpenBoard['feature']> {
  const { currentFeature } = await import('../../board/features/current.ts')
  const current = currentFeature(call)
  const entry = entries.find(({ id, card }) => id === current && card.phase !== 'released')
  if (entry === undefined) return undefined
  const { situationReaderFor: lookerFor } = await import('../../board/features/situation.ts')
  const { nextAction } = await import('../../board/features/next-of-feature.ts')
  const { filesOf } = await import('../../workspace/workspace-files.ts')
  const next = nextAction((await lookerFor(call, { onlyShows: true })).at(filesOf(call), entry))
  return { id: entry.id, title: entry.card.title, phase: entry.card.phase, next }
}
