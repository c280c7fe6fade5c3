import type { Manifest } from '../../operation/manifest.ts'
import type { Terminal } from './terminal.ts'
import type { Node } from './tree.ts'

/** What a command works with. */
export interface Context {
  readonly manifest: Manifest
  readonly tree: Node
  readonly terminal: Terminal
}
