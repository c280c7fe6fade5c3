import { setImmediate } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

/**
 * A closed connection lives until its statements are collected, and only then removes the write-ahead log at its path:
 * by then, a lab may have put another database there.
 */
export async function releaseConnections(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    collectGarbage()
    await setImmediate()
  }
}
