import type { Citation } from '../../../ask/threads/model.ts'
import { classes } from '../../parts/classes.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { spellLines } from '../ask-params.ts'
import type { CitedLocation, TurnDetail } from '../ask-types.ts'
import { splitByLocations } from '../named-locations.ts'
import { WaitingForAnswer } from '../Progress.tsx'
import { SourceCommits } from './SourceCommits.tsx'

interface TurnViewProps {
  readonly turn: TurnDetail
  readonly opened: Citation | undefined
  readonly onOpen: (source: CitedLocation) => void
}

/** A question, its answer, and the lines it stands on. */
export function TurnView({ turn, opened, onOpen, onAgain }: TurnViewProps & { onAgain?: (() => void) | undefined }) {
  const { id, question, status, synthesis, way, problem, sources, created_at } = turn
  const extracted = way === 'extract' && status === 'answered'
  return (
    <article aria-labelledby={`${id}-question`}>
      <h2 id={`${id}-question`} className="font-semibold break-words whitespace-pre-wrap">
        {question}
      </h2>
      <p className="mt-1 mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
        <RelativeTime at={created_at} />
        {extracted && (
          <Badge tone="amber" icon="info">
            Passages only
          </Badge>
        )}
        {way === 'client' && status === 'answered' && (
          <Badge tone="plain" icon="agent">
            Answered by the agent that asked
          </Badge>
        )}
        {way === 'agent' && status === 'answered' && (
          <Badge tone="sprout" icon="agent">
            Answered by your agent
          </Badge>
        )}
      </p>
      {problem && (
        <div role="alert" className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-amber-wash px-4 py-2.5">
          <p className="min-w-0 flex-1 basis-60 break-words">{problem}</p>
          {status === 'failed' && onAgain !== undefined && (
            <Button size="small" icon="ask" onClick={onAgain}>
              Ask again
            </Button>
          )}
        </div>
      )}
      {(status === 'searching' || status === 'answering') && <WaitingForAnswer turn={turn} />}
      {extracted ? (
        <Passages turn={turn} opened={opened} onOpen={onOpen} />
      ) : (
        <>
          {synthesis !== null && <Markdown text={synthesis} name={id} level={3} inText={linking(turn, onOpen)} />}
          {sources.length > 0 && <Sources turn={turn} opened={opened} onOpen={onOpen} />}
        </>
      )}
    </article>
  )
}

/** `src/login.ts:8` in an answer opens that file at the line, where there is one. */
function linking({ places = [] }: TurnDetail, onOpen: TurnViewProps['onOpen']) {
  if (places.length === 0) return undefined
  return (text: string) =>
    splitByLocations(text, places).map((part, index) =>
      typeof part === 'string' ? (
        part
      ) : (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          key={index}
          type="button"
          onClick={() => onOpen(part)}
          className="font-mono text-[0.92em] break-all text-sprout underline decoration-sprout/40 underline-offset-3 hover:decoration-current"
        >
          {part.text}
        </button>
      ),
    )
}

/** Nobody wrote anything: the passages are the answer. */
function Passages({ turn: { sources, synthesis }, opened, onOpen }: TurnViewProps) {
  if (sources.length === 0) return <p className="text-soft">{synthesis}</p>
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        No agent is set up, so here are the best matching passages. A coding agent that is set up (
        <code className="font-mono text-[0.8125rem]">furrow agent add</code>) writes the answer from them.
      </p>
      <ul aria-label="Passages" className="space-y-3">
        {sources.map(source => (
          <li
            key={`${source.path}:${spellLines(source.lines)}`}
            className="overflow-hidden rounded-md border border-line bg-panel"
          >
            <div className="border-b border-line px-3 py-1.5">
              <CitationButton source={source} opened={opened} onOpen={onOpen} />
              {source.why !== undefined && <p className="text-xs break-words text-faint">Found by {source.why}</p>}
              <SourceCommits commits={source.commits} />
            </div>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-72 overflow-auto bg-sunk p-3 font-mono text-[0.8125rem] leading-relaxed"
            >
              {source.excerpt.replace(/\s+$/, '')}
            </pre>
          </li>
        ))}
      </ul>
    </>
  )
}

function Sources({ turn, opened, onOpen }: TurnViewProps) {
  return (
    <section aria-label="Sources" className="mt-4">
      <h3 className="mb-1.5 text-xs font-medium text-faint">Sources</h3>
      <ul className="flex flex-wrap gap-1.5">
        {turn.sources.map(source => (
          <li key={`${source.path}:${spellLines(source.lines)}`} className="max-w-full">
            <CitationButton source={source} opened={opened} onOpen={onOpen} framed />
          </li>
        ))}
      </ul>
      <WhyThese sources={turn.sources} />
    </section>
  )
}

/** Kept out of the way: what led to each passage. */
function WhyThese({ sources }: { sources: readonly Citation[] }) {
  const told = sources.filter(({ why }) => why !== undefined)
  if (told.length === 0) return null
  return (
    <details className="mt-2 text-xs text-soft">
      <summary className="w-fit cursor-pointer text-faint hover:text-ink">Why these?</summary>
      <dl className="mt-1.5 space-y-1">
        {told.map(({ path, lines, why, commits }) => (
          <div key={`${path}:${spellLines(lines)}`} className="break-words">
            <dt className="inline font-mono">
              {path}:{spellLines(lines)}
            </dt>{' '}
            <dd className="inline">{why}</dd>
            <SourceCommits commits={commits} />
          </div>
        ))}
      </dl>
    </details>
  )
}

interface CitationButtonProps {
  readonly source: Citation
  readonly opened: Citation | undefined
  readonly onOpen: (source: CitedLocation) => void
  readonly framed?: boolean
}

/** Opens the file at the lines that are cited. */
function CitationButton({ source, opened, onOpen, framed = false }: CitationButtonProps) {
  const isOpen = opened?.path === source.path && spellLines(opened.lines) === spellLines(source.lines)
  return (
    <button
      type="button"
      aria-label={`${source.path}:${spellLines(source.lines)}`}
      aria-pressed={isOpen}
      onClick={() => onOpen(source)}
      className={classes(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm font-mono text-xs',
        framed && 'border border-line bg-panel px-2 py-1',
        isOpen ? 'bg-sprout-wash text-sprout' : 'text-ink hover:text-sprout hover:underline',
      )}
    >
      <Icon name="file" size={13} />
      <span className="truncate">{source.path}</span>
      <span className="-ml-1.5 shrink-0">:{spellLines(source.lines)}</span>
    </button>
  )
}
