import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/text/Icon.tsx'

/** On a narrow window the list is a page of its own. */
export function BackLink() {
  return (
    <Link
      to="/tools"
      search={now => (now.q ? { q: now.q } : {}) as never}
      className="mb-3 inline-flex items-center gap-1 text-soft hover:text-ink lg:hidden"
    >
      <Icon name="left" /> All tools
    </Link>
  )
}
