import { expect, test } from 'vitest'
import { DESKTOP_SOCKETS } from './sockets.ts'

test.each([
  ['@/tmp/.X11-unix/X0', true],
  ['@/tmp/.ICE-unix/1234', true],
  ['@/tmp/dbus-Ab12', true],
  ['@/home/ada/.cache/ibus/dbus-Ab12', true],
  ['@/containerd-shim/moby/1.sock', true],
  ['@/org/kernel/linux/storage/multipathd', false],
  ['@ISCSIADM_ABSTRACT_NAMESPACE', false],
  ['/tmp/.X11-unix/X0', false],
])('the abstract name %s is one of a desktop: %s', (name, isOne) => {
  expect(DESKTOP_SOCKETS.test(name)).toBe(isOne)
})
