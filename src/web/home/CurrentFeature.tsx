import type { Output } from '../api/call.ts'
import { Badge } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { PageLink } from '../parts/PageLink.tsx'

type Current = NonNullable<Output<'workspace.status'>['feature']>

/** What this worktree is about, and the one next thing to do for it. */
export function CurrentFeature({ feature }: { feature: Current }) {
  return (
    <Card title="Current feature" aside={<Badge tone="sky">{feature.phase}</Badge>}>
      <PageLink href={`/board/features/${feature.id}`} className="break-words">
        {feature.title}
      </PageLink>
      <p className="mt-1 mb-3 break-words text-soft">{feature.next.says}</p>
      <CopyLine text={feature.next.command} />
    </Card>
  )
}
