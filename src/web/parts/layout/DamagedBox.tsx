import type { ShellText } from '../../../shared/shell/shell.ts'
import { Icon } from '../text/Icon.tsx'
import { FixLine } from './FixLine.tsx'

/** One file that cannot be read hides nothing else, and is never taken for none. */
export function DamagedBox({ problem }: { problem: { message: string; path: string; fix: ShellText } }) {
  return (
    <div role="alert" className="mb-4 flex gap-3 rounded-lg border border-rust/35 bg-rust-wash px-5 py-4 max-sm:px-4">
      <Icon name="warning" size={18} className="mt-0.5 text-rust" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{problem.message}</p>
        <p className="mt-0.5 mb-3 font-mono text-xs break-all">{problem.path}</p>
        <FixLine fix={problem.fix} />
      </div>
    </div>
  )
}
