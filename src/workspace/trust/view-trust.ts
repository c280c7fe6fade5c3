import type { Call } from '../call.ts'
import { isTrusted, judgeTrust, WITHOUT_PACKAGES, wasTrustedWithoutPackages } from './judge.ts'
import type { Trust } from './model.ts'
import { pinsFile, readPins } from './pins.ts'
import { digestOf, subjectsOf, type TrustSubject } from './subjects.ts'

/** What is there to trust, and where each of it stands. */
export async function viewTrust(call: Call): Promise<Trust> {
  return trustViewOf(call, await subjectsOf(call))
}

export function trustViewOf(call: Call, subjects: readonly TrustSubject[]): Trust {
  const pins = readPins(call)
  const judged = subjects.map(subject => ({
    ...subject,
    commands: [...subject.commands],
    standing: judgeTrust(subject, pins, call.workspace.root),
    ...(wasTrustedWithoutPackages(subject, pins) && { note: WITHOUT_PACKAGES }),
  }))
  const decided = pins.pins.length + pins.follow.length > 0
  return {
    trusted: decided && judged.every(({ standing }) => isTrusted(standing)),
    file: pinsFile(call),
    subjects: judged,
    shown: digestOf(subjects),
    follow: pins.follow.map(({ folder, at, keeps_grants: keeps }) => ({
      folder,
      since: at,
      ...(keeps === true && { keeps_grants: true }),
    })),
  }
}

const SAYS: Readonly<Record<Trust['subjects'][number]['standing'], string>> = {
  trusted: 'trusted',
  followed: 'trusted with its folder',
  changed: 'CHANGED since you trusted it',
  new: 'not trusted',
}

export function renderTrust({ subjects, follow, trusted }: Trust): string {
  const lines = subjects.flatMap(({ name, path, standing, commands, note, ...subject }) => [
    `${name}  ${standing === 'changed' && note !== undefined ? note : SAYS[standing]}  (${path})`,
    ...coverageOf(subject),
    ...(commands.length === 0 ? [] : [commands.join('\n').replace(/^/gm, '    ')]),
  ])
  return [
    ...(subjects.length === 0 ? ['Nothing here asks to be executed.'] : lines),
    ...follow.map(followLine),
    ...(trusted || subjects.every(subject => isTrusted(subject.standing)) ? [] : ['To let it run: furrow trust']),
  ].join('\n\n')
}

function followLine({ folder, since, keeps_grants: keeps }: Trust['follow'][number]): string {
  const granted = keeps === true ? ', and keeps the secrets that were granted to it' : ''
  return `${folder} is followed since ${since}: whatever is in it may run${granted}.`
}

function coverageOf({ covers, runtime }: Pick<Trust['subjects'][number], 'covers' | 'runtime'>): string[] {
  if (covers === undefined) return []
  const own = count(covers.files, 'file')
  const packages = `${count(covers.packages, 'package')} (${count(covers.package_files, 'file')})`
  const program = runtime === undefined ? '' : `; runs with ${runtime.name} (${runtime.program})`
  return [`    Covers ${own}${covers.packages === 0 ? '' : ` and ${packages}`}${program}.`]
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
