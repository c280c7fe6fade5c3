import type { Actor } from '../api/types.ts'
import { Icon } from './Icon.tsx'

/** Who did it: a person or an agent, and through which door. */
export function ActorName({ actor }: { actor: Actor | undefined }) {
  if (actor === undefined) return null
  const person = actor.kind === 'person'
  return (
    <span className="inline-flex items-baseline gap-1" title={`${actor.kind} through ${actor.door}`}>
      <Icon name={person ? 'person' : 'agent'} size={13} className="self-center" />
      <span className="sr-only">{actor.kind} </span>
      {person && actor.id === 'person' ? 'you' : actor.id}
    </span>
  )
}
