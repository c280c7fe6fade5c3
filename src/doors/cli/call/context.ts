import type { App, AppOptions } from '../../../app/app.ts'
import type { parseTyped } from '../../../operation/command/parse.ts'
import type { CommandNode } from '../../../operation/command/tree.ts'
import type { Manifest } from '../../../operation/manifest.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Opens the core when a command needs it; help and completion do not. */
export type OpenApp = (options: AppOptions) => Promise<App>

/** What a command works with. */
export interface CliContext {
  readonly manifest: Manifest
  readonly tree: CommandNode
  readonly terminal: Terminal
  readonly open: OpenApp
  /** Handed on rather than imported again: what two chunks import is one more file to load at every start. */
  readonly parse: typeof parseTyped
}
