import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { AdrHead } from './document.ts'
import { type AdrName, type RememberedAdr, spellName } from './name.ts'

export function noDecision(name: AdrName, field?: 'supersedes'): Refused {
  return refuse('not_found', `There is no decision ${spellName(name)}${field === undefined ? '' : ' to supersede'}.`, {
    target: field ?? spellName(name).replaceAll('"', ''),
    fix: shell`furrow adr list`,
  })
}

interface TakenTitle {
  readonly head: AdrHead | undefined
  readonly record: RememberedAdr | undefined
  readonly title: string
}

/** The same title may be meant as an update, or by accident: only the caller knows. */
export function titleTaken({ head, record, title }: TakenTitle): Refused {
  const name = head?.id ?? `#${record?.id}`
  const place = head?.path ?? `memory #${record?.id} only`
  return refuse(
    'conflict',
    `"${title}" is already recorded${head === undefined ? '' : ` as ${head.id}`} (${place}). Nothing was written. To update it, send what changes with its id: \`${shell`furrow adr record --id ${name}`}\`. For another decision, choose another title.`,
    { target: name, fix: shell`furrow adr show ${name}` },
  )
}

/** What a finished change decided is history; a later decision replaces it. */
export function archivedFile({ id, path }: AdrHead): Refused {
  const replacing = shell`furrow adr record "<title>" --supersedes ${id}`
  return refuse(
    'conflict',
    `${id} is part of an archived change (${path}), and archived files are not changed. Record a decision that replaces it: \`${replacing}\`.`,
    { target: id, fix: replacing },
  )
}

export function foreignFile({ id, path }: AdrHead): Refused {
  return refuse('unsupported', `${path} has a form of its own, which Furrow does not rewrite. Edit it by hand.`, {
    target: path,
    fix: shell`furrow adr show ${id}`,
  })
}

export function supersedesItself(id: string): Refused {
  return refuse('usage', `${id} cannot supersede itself.`, { target: 'supersedes', fix: shell`furrow adr list` })
}

export function supersedeEachOther({ id, other, title }: { id: string; other: string; title: string }): Refused {
  return refuse('conflict', `${other} (${title}) already supersedes ${id}; they cannot replace each other.`, {
    target: other,
    fix: shell`furrow adr show ${other}`,
  })
}

export function decidedElsewhere({ id, title, worktree }: AdrHead & { worktree: string }): Refused {
  return refuse('conflict', `"${title}" is ${id} in ${worktree}. Update it there, or choose another title.`, {
    target: id,
    fix: shell`furrow adr show ${id} --workspace ${worktree}`,
  })
}

export function missingText(field: 'title' | 'context' | 'decision' | 'rationale'): Refused {
  const asks = {
    title: 'a short title for the decision',
    context: 'the problem that led to it',
    decision: 'what was decided',
    rationale: 'why it was decided so',
  }
  return refuse('usage', `${field} is required: give ${asks[field]}.`, {
    target: field,
    fix: shell`furrow adr record --help`,
  })
}

export function notRemembered({ code, message }: Refused): Refused {
  return refuse(
    code === 'disk_full' ? code : 'memory_unavailable',
    `The decision could be kept nowhere: there is no active change, no adr.directory, and ${message}`,
    { fix: shell`furrow doctor` },
  )
}
