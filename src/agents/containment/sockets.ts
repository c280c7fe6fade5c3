import fs from 'node:fs'
import { isVisible, type Layer } from '../../runs/spawn/missing-walls.ts'
import { boundSockets } from '../../runs/spawn/unix-sockets.ts'
import { isInside } from '../../store/files/contain.ts'
import { hasCode } from '../../store/files/io-refusal.ts'

/** Abstract names of X11, session managers, D-Bus, input methods and containers: they act for whoever connects. */
export const DESKTOP_SOCKETS = /^@\/?(?:tmp\/\.(?:X11|ICE)-unix\/|tmp\/dbus-|(?:.+\/)?ibus[/-]|containerd-shim\/)/

/**
 * Sockets that programs listen on now, in places that the layers show: whoever connects to one acts through that program.
 * Each run has a `/dev` of its own.
 */
export function socketsIn(layers: readonly Layer[], allowed: readonly string[]): string[] {
  const places = boundSockets().filter(name => name.startsWith('/') && !name.startsWith('/dev/') && isSocket(name))
  const real = places.map(place => fs.realpathSync(place))
  return [...new Set(real)].filter(
    place => isVisible(place, layers) && !allowed.some(folder => isInside(folder, place)),
  )
}

function isSocket(place: string): boolean {
  try {
    return fs.statSync(place, { throwIfNoEntry: false })?.isSocket() === true
  } catch (error) {
    if (hasCode(error, 'EACCES') || hasCode(error, 'ELOOP')) return false
    throw error
  }
}
