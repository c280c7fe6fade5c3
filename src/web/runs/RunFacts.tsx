import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shellLine } from '../../shared/shell/shell.ts'
import type { RunDetail } from '../api/types.ts'
import { ActorName } from '../parts/text/ActorName.tsx'
import { bytes, count } from '../parts/text/time.ts'
import { hasEnded } from './status.ts'

/** What ran, where, how it ended, and who wanted it for what. */
export function RunFacts({ run }: { run: RunDetail }) {
  const facts = factsOf(run).filter(([, value]) => value !== undefined && value !== '')
  return (
    <section aria-label="About this run" className="mb-4 shrink-0">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(run: RunDetail): [name: string, value: ReactNode][] {
  return [
    ['Command', commandOf(run)],
    ['Folder', <Mono key="folder">{run.cwd}</Mono>],
    ['Exit code', endOf(run)],
    [
      'Started by',
      <span key="actor" className="inline-flex flex-wrap gap-x-2">
        <ActorName actor={run.actor} /> <span className="text-soft">{whyOf(run)}</span>
      </span>,
    ],
    [
      'Belongs to',
      run.links === undefined || run.links.length === 0 ? undefined : <Links key="links" links={run.links} />,
    ],
    ['Output', outputOf(run)],
    ['Isolation', isolationOf(run)],
  ]
}

function isolationOf({ contained, level }: RunDetail): string | undefined {
  if (contained === true) return 'complete when it started'
  return level === 'group' && contained === undefined ? 'no process namespace of its own' : undefined
}

/** What it proved or served; a change leads to its page. */
function Links({ links }: { links: readonly string[] }) {
  return links.map((link, index) => {
    const change = /^change:([^/]+)/.exec(link)?.[1]
    return (
      <span key={link}>
        {index > 0 && ', '}
        {change === undefined ? (
          link
        ) : (
          <Link
            to="/changes/$id"
            params={{ id: change }}
            className="underline decoration-line-strong underline-offset-3"
          >
            {link}
          </Link>
        )}
      </span>
    )
  })
}

function commandOf({ argv, tool }: RunDetail): ReactNode {
  if (argv) return <Mono>{shellLine(argv)}</Mono>
  if (tool === undefined) return undefined
  const input = JSON.stringify(tool.input ?? {})
  return (
    <>
      <Mono>{`${tool.name} --${tool.mode}`}</Mono>
      {tool.mode === 'run' && input !== '{}' && <Mono>{` ${input}`}</Mono>}{' '}
      <span className="text-soft">{[tool.version, tool.runtime].filter(Boolean).join(', ')}</span>
    </>
  )
}

function endOf(run: RunDetail): string | undefined {
  if (run.signal !== undefined) return run.exit_code === undefined ? run.signal : `${run.exit_code} (${run.signal})`
  return hasEnded(run) && run.exit_code !== undefined ? String(run.exit_code) : undefined
}

const DOORS: Readonly<Record<string, string>> = { cli: 'a terminal', web: 'this page', http: 'HTTP', mcp: 'MCP' }

function whyOf({ actor, trigger, parent }: RunDetail): ReactNode {
  return (
    <>
      {`through ${DOORS[actor.door] ?? actor.door} `}
      <Mono>{trigger}</Mono>
      {parent !== undefined && (
        <>
          {', inside '}
          <Link to="/runs/$id" params={{ id: parent }} className="underline decoration-line-strong underline-offset-3">
            {parent}
          </Link>
        </>
      )}
    </>
  )
}

function outputOf(run: RunDetail): string | undefined {
  const facts = [
    run.lines !== undefined && count(run.lines, 'line'),
    run.bytes !== undefined && bytes(run.bytes),
    run.cut && 'the middle was cut',
    run.pinned && 'kept',
  ].filter(fact => typeof fact === 'string' && fact !== '')
  return facts.length === 0 ? undefined : facts.join(', ')
}

function Mono({ children }: { children: ReactNode }) {
  return <code className="font-mono break-words">{children}</code>
}
