import type { ShellText } from '../../operation/shell.ts'
import { CopyLine } from '../parts/Code.tsx'

/** The same in a terminal, for who works there. */
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
