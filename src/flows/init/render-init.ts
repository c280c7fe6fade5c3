import type { OutputOf } from '../../operation/contract.ts'
import type * as contracts from './contracts.ts'
import type { PlannedChange } from './model.ts'

type InitOutput = OutputOf<typeof contracts.init>

const WORDS: Readonly<Record<PlannedChange['change'], string>> = {
  create: 'new',
  update: 'changed',
  remove: 'removed',
  unchanged: 'as it was',
  kept: 'kept',
  skipped: 'not made',
}

export function renderInit({ changes, applied, dry_run, afterwards, next }: InitOutput): string {
  return [
    ...grouped(changes.filter(isFirst)).map(line),
    ...(changes.length === 0 ? ['There is nothing of Furrow here.'] : []),
    ...(dry_run ? changes.flatMap(({ diff }) => (diff === '' ? [] : ['', '```diff', diff, '```'])) : []),
    ...(applied || dry_run ? afterwards.map(({ title, says, command }) => `- ${title}: ${says}${shown(command)}`) : []),
    '',
    applied ? `Done. Next: \`${next}\`` : `Nothing was written. Next: \`${next}\``,
  ].join('\n')
}

/** Several hooks in one file are one change of it. */
function isFirst({ path, note }: PlannedChange, index: number, all: readonly PlannedChange[]): boolean {
  return all.findIndex(each => each.path === path && each.note === note) === index
}

interface Group {
  readonly first: PlannedChange
  readonly more: number
}

/** Files of one kind and one fate are one line: twelve clients have more than a hundred. */
function grouped(changes: readonly PlannedChange[]): Group[] {
  const groups = new Map<string, Group>()
  for (const each of changes) {
    const key = [each.change, each.note, each.path.split('/').slice(0, 2).join('/')].join('\0')
    const group = groups.get(key)
    groups.set(key, group === undefined ? { first: each, more: 0 } : { ...group, more: group.more + 1 })
  }
  return [...groups.values()]
}

function line({ first: { change, path, note }, more }: Group): string {
  const others = more === 0 ? '' : ` and ${more} more`
  return `- ${WORDS[change]} ${path}${others}: ${note}`
}

function shown(command: string | undefined): string {
  return command === undefined ? '' : ` \`${command}\``
}
