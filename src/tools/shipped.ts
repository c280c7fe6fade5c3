import { closureOf } from './files/closure.ts'
import { shippedTools } from './files/places.ts'

/** The hash under which a tool ships with this Furrow. */
export function shippedHash(name: string): string | undefined {
  const place = shippedTools().find(each => each.name === name)
  return place === undefined ? undefined : closureOf(place.folder, { base: place.base, root: place.base }).hash
}
