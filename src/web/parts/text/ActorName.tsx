import type { Actor } from '../../../operation/actor.ts'

import { Icon, type IconName } from './Icon.tsx'

/** Who did it: a person, an agent, a script or another run, and through which door. */
export function ActorName({ actor }: { actor: Actor | undefined }) {
  if (actor === undefined) return null
  const { icon, name } = lookOf(actor)
  return (
    <span className="inline-flex max-w-full items-baseline gap-1" title={`${actor.id} through ${actor.door}`}>
      <Icon name={icon} size={13} className="shrink-0 self-center" />
      <span className="sr-only">{actor.kind} </span>
      <span className="min-w-0 truncate">{name}</span>
    </span>
  )
}

function lookOf({ kind, id }: Actor): { icon: IconName; name: string } {
  if (kind === 'person') return { icon: 'person', name: id === 'person' ? 'you' : id }
  if (id.startsWith('run:')) return { icon: 'runs', name: 'another run' }
  return { icon: id === 'script' ? 'runs' : 'agent', name: id }
}
