import { PageLink } from '../parts/layout/PageLink.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { type CauseNode, type ShownCause, treeOf } from './cause-tree.ts'

/** Drawn from what was asked about down to where it came from; a line leads from each thing to its causes. */
export function CauseTree({ causes }: { causes: readonly ShownCause[] }) {
  return <Level nodes={treeOf(causes)} label="Causes" />
}

function Level({ nodes, label }: { nodes: readonly CauseNode[]; label: string }) {
  return (
    <ol aria-label={label}>
      {nodes.map(({ cause, causes }, n) => (
        <li key={`${cause.kind} ${cause.id}`} className="relative">
          {cause.from !== undefined && <Branch because={cause.because} last={n === nodes.length - 1} />}
          <Card cause={cause} />
          {causes.length > 0 && (
            <div className="pl-8 max-sm:pl-5">
              <Level nodes={causes} label={`Causes of ${cause.title}`} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

/** From the line on the left to this cause; the line goes on where others follow. */
function Branch({ because, last }: { because: string; last: boolean }) {
  return (
    <>
      {!last && (
        <span aria-hidden="true" className="absolute top-0 bottom-0 -left-4 w-px bg-line-strong max-sm:-left-3" />
      )}
      <span
        aria-hidden="true"
        className="absolute top-0 -left-4 h-13 w-4 rounded-bl-md border-b border-l border-line-strong max-sm:-left-3 max-sm:w-3"
      />
      <p className="pt-2 pb-1 text-xs break-words text-soft">because {because}</p>
    </>
  )
}

function Card({ cause: { kind, id, title, href, command } }: { cause: ShownCause }) {
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-3 shadow-sheet">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
        <Badge>{kind}</Badge>
        {kind === 'requirement' && title !== id && <span className="font-mono text-xs text-soft">{id}</span>}
        {href === undefined ? title : <PageLink href={href}>{title}</PageLink>}
      </p>
      {command && <CommandFold command={command} />}
    </div>
  )
}
