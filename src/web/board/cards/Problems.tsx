import type { CardProblem } from '../../../board/entities.ts'
import { LinkButton } from '../../parts/input/LinkButton.tsx'
import { Icon } from '../../parts/text/Icon.tsx'

/** A card that cannot be read hides no other, and is never taken for none. */
export function Problems({ problems }: { problems: readonly CardProblem[] }) {
  return problems.map(({ path, message }) => (
    <div
      key={path}
      role="alert"
      className="mb-4 flex gap-3 rounded-lg border border-rust/35 bg-rust-wash px-5 py-4 max-sm:px-4"
    >
      <Icon name="warning" size={18} className="mt-0.5 text-rust" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{message}</p>
        <p className="mt-0.5 mb-3 font-mono text-xs break-all">{path}</p>
        <LinkButton href="/doctor">Look for problems and repair them</LinkButton>
      </div>
    </div>
  ))
}
