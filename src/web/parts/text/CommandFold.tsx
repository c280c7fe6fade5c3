import type { ShellText } from '../../../shared/shell/shell.ts'
import { CopyLine } from './Code.tsx'

/** The same in a terminal, for those who work there. */
export function CommandFold({ command }: { command: ShellText }) {
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer text-xs text-faint hover:text-ink">Command line</summary>
      <div className="mt-1.5">
        <CopyLine text={command} />
      </div>
    </details>
  )
}
