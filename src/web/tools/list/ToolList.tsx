import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { unnamedSecret } from '../../../shared/form/unnamed-secret.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { Tool } from '../../../tools/model.ts'
import { useRead } from '../../api/query.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { classes } from '../../parts/classes.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import { Icon, type IconName } from '../../parts/text/Icon.tsx'
import { count } from '../../parts/text/time.ts'
import { groupsOf, sharedNames } from './groups.ts'
import { NewTool } from './NewTool.tsx'

interface ToolListProps {
  readonly current?: string
  readonly query: string
  /** The list is the page itself, so it has the heading. */
  readonly isPage: boolean
}

/** Every tool by its tag, with a search and what keeps each from running. */
export function ToolList({ current, query, isPage }: ToolListProps) {
  const tools = useRead('tool.list', {})
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const search = (q: string) => {
    const where =
      current === undefined ? { to: '/tools' as const } : { to: '/tools/$name' as const, params: { name: current } }
    void navigate({ ...where, search: now => ({ ...now, q: q === '' ? undefined : q }) as never, replace: true })
  }
  useShortcut('list.next', () => step(1))
  useShortcut('list.previous', () => step(-1))
  const groups = groupsOf(tools.data?.tools ?? [], query)
  const shared = sharedNames(tools.data?.tools ?? [])
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="px-4 py-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <Heading className="font-semibold tracking-[-0.01em]">
          Tools {tools.data && <span className="font-normal text-faint">{tools.data.tools.length}</span>}
        </Heading>
        <span className="flex gap-1.5">
          <Button
            size="small"
            title="One of those that come with Furrow"
            onClick={() => void navigate({ to: '/tools', search: { add: true, ...(query !== '' && { q: query }) } })}
          >
            Add tool
          </Button>
          <Button size="small" title="One of your own" onClick={() => setMaking(true)}>
            New tool
          </Button>
        </span>
      </div>
      <search data-filter>
        <Field
          label="Search tools"
          hideLabel
          type="search"
          placeholder="Search tools"
          value={query}
          onChange={event => search(event.currentTarget.value)}
        />
      </search>
      {tools.isPending && <Loading rows={6} />}
      {tools.isError && <ErrorBox error={tools.error} retry={() => void tools.refetch()} />}
      {query !== '' && (
        <p role="status" className="sr-only">
          {count(groups.flatMap(group => group.tools).length, 'tool')} found
        </p>
      )}
      {tools.isSuccess && groups.length === 0 && <Nothing filtered={query !== ''} />}
      {groups.map(({ tag, tools: members }) => (
        <section key={tag} aria-label={tag} className="mt-5">
          <h2 className="mb-1 px-2 text-xs font-medium text-faint capitalize">{tag}</h2>
          <ul>
            {members.map(tool => (
              <li key={tool.name} data-row>
                <ToolLink tool={tool} current={tool.name === current} namesFolder={shared.has(tool.display_name)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {making && <NewTool onClose={() => setMaking(false)} />}
    </div>
  )
}

interface ToolLinkProps {
  readonly tool: Tool
  readonly current: boolean
  /** Another tool is called the same, as a clone is. */
  readonly namesFolder: boolean
}

function ToolLink({ tool, current, namesFolder }: ToolLinkProps) {
  const state = stateOf(tool)
  return (
    <Link
      to="/tools/$name"
      params={{ name: tool.name }}
      search={now => (now.q ? { q: now.q } : {}) as never}
      aria-current={current ? 'page' : undefined}
      className={classes(
        'flex items-start gap-2 rounded-md px-2 py-1.5',
        current ? 'bg-sprout-wash' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {tool.display_name}
          {namesFolder && <span className="ml-1.5 font-normal text-faint">{tool.name}</span>}
        </span>
        <span className="block truncate text-xs text-soft">{tool.description}</span>
      </span>
      {state && (
        <span title={state.says} className={classes('mt-0.5', state.look)}>
          <Icon name={state.icon} size={14} />
          <span className="sr-only">{state.says}</span>
        </span>
      )}
    </Link>
  )
}

/** What stands between this tool and a run, the hardest first. */
function stateOf(tool: Tool): { icon: IconName; look: string; says: string } | undefined {
  if (tool.error !== undefined) return { icon: 'warning', look: 'text-rust', says: 'broken' }
  if (!tool.trusted) return { icon: 'info', look: 'text-soft', says: 'not trusted yet' }
  if (unnamedSecret(tool.problems) !== undefined)
    return { icon: 'warning', look: 'text-rust', says: 'declares a secret wrongly' }
  if (tool.missing_secrets.length > 0) return { icon: 'secrets', look: 'text-amber', says: 'needs secrets' }
  if (tool.missing_grants.length > 0) return { icon: 'secrets', look: 'text-amber', says: 'needs a grant' }
  if (tool.requires_setup && tool.setup_done === false)
    return { icon: 'settings', look: 'text-amber', says: 'needs setup' }
  return undefined
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState icon="search" title="No tool fits" />
  return (
    <EmptyState icon="tools" title="No tools yet">
      <p className="mb-4">A tool is a script of this repository that people and agents run through one form.</p>
      <CommandFold command={shell`furrow tool add --list`} />
    </EmptyState>
  )
}

function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Tools"] [data-row] a')]
  const now = links.indexOf(document.activeElement as HTMLElement)
  links[now < 0 ? (by > 0 ? 0 : links.length - 1) : now + by]?.focus()
}
