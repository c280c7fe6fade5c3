import type { Call } from '../call.ts'
import { isTrusted, judge } from './judge.ts'
import type { Trust } from './model.ts'
import { pinsFile, readPins } from './pins.ts'
import { type Subject, subjectsOf } from './subjects.ts'

/** What is there to trust, and where each of it stands. */
export async function viewTrust(call: Call): Promise<Trust> {
  return viewOf(call, await subjectsOf(call))
}

export function viewOf(call: Call, subjects: readonly Subject[]): Trust {
  const pins = readPins(call)
  const judged = subjects.map(subject => ({
    ...subject,
    commands: [...subject.commands],
    standing: judge(subject, pins, call.workspace.root),
  }))
  const decided = pins.pins.length + pins.follow.length > 0
  return {
    trusted: decided && judged.every(({ standing }) => isTrusted(standing)),
    file: pinsFile(call),
    subjects: judged,
    follow: pins.follow.map(({ folder, at }) => ({ folder, since: at })),
  }
}

const SAYS: Readonly<Record<Trust['subjects'][number]['standing'], string>> = {
  trusted: 'trusted',
  followed: 'trusted with its folder',
  changed: 'CHANGED since you trusted it',
  new: 'not trusted',
}

export function renderTrust({ subjects, follow, trusted }: Trust): string {
  const lines = subjects.flatMap(({ name, path, standing, commands }) => [
    `${name}  ${SAYS[standing]}  (${path})`,
    ...(commands.length === 0 ? [] : [commands.join('\n').replace(/^/gm, '    ')]),
  ])
  return [
    ...(subjects.length === 0 ? ['Nothing here asks to be executed.'] : lines),
    ...follow.map(({ folder, since }) => `${folder} is followed since ${since}: whatever is in it may run.`),
    ...(trusted || subjects.every(subject => isTrusted(subject.standing)) ? [] : ['To let it run: furrow trust']),
  ].join('\n\n')
}
