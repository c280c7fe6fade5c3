import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Tool } from '../../tools/model.ts'
import { useRead } from '../api/query.ts'
import { classes } from '../parts/classes.ts'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { Comparison } from '../runs/compare/Comparison.tsx'
import { BackLink } from './list/BackLink.tsx'
import { ToolList } from './list/ToolList.tsx'
import { ResultPane } from './result/ResultPane.tsx'
import { Panes } from './run/Panes.tsx'
import { ToolHead } from './ToolHead.tsx'
import { ToolTabs } from './ToolTabs.tsx'
import type { ToolSearch } from './tool-params.ts'

/** One tool: its form, and beside it what came of it. The address holds what is shown. */
export default function ToolPage() {
  const { name } = useParams({ from: '/tools/$name' })
  const search = useSearch({ from: '/tools/$name' })
  const tool = useRead('tool.info', { name })
  return (
    <Panes
      title={tool.data?.display_name ?? name}
      chosen
      list={<ToolList current={name} query={search.q ?? ''} isPage={false} />}
    >
      {tool.isSuccess ? (
        <Chosen key={name} tool={tool.data} search={search} />
      ) : (
        <div className="min-w-0 flex-1 overflow-y-auto px-6 py-5 max-sm:px-4">
          <BackLink />
          <h1 className="text-xl font-semibold">{name}</h1>
          {tool.isPending && <Loading rows={8} />}
          {tool.isError && <ErrorBox error={tool.error} retry={() => void tool.refetch()} />}
        </div>
      )}
    </Panes>
  )
}

/** Tabs that need the whole width have no result beside them. */
const WIDE: readonly ToolSearch['tab'][] = ['source', 'schema', 'agent']

function Chosen({ tool, search }: { tool: Tool; search: ToolSearch }) {
  const navigate = useNavigate({ from: '/tools/$name' })
  const go = (change: { [K in keyof ToolSearch]?: ToolSearch[K] | undefined }) =>
    void navigate({ search: now => ({ ...now, ...change }) as ToolSearch, replace: false, resetScroll: false })
  const history = useRead('tool.interactions', { name: tool.name, limit: 50 })
  const comparing = search.a !== undefined && search.b !== undefined
  const shown = comparing || search.run !== undefined
  const wide = WIDE.includes(search.tab)
  return (
    <>
      <section
        aria-label="Tool"
        className={classes(
          'min-w-0 overflow-y-auto px-6 py-5 max-sm:px-4',
          wide ? 'flex-1' : 'flex-1 xl:max-w-[27rem] xl:min-w-[24rem] xl:border-r xl:border-line',
          shown && !wide && 'max-xl:hidden',
        )}
      >
        <BackLink />
        <ToolHead tool={tool} />
        <ToolTabs tool={tool} search={search} history={history} onGo={go} />
      </section>
      {!wide && (
        <section
          aria-label="Result"
          className={classes(
            'flex min-w-0 flex-1 flex-col overflow-y-auto px-6 py-5 max-sm:px-4',
            !shown && 'max-xl:hidden',
          )}
        >
          <button
            type="button"
            onClick={() => go({ run: undefined, a: undefined, b: undefined })}
            className="mb-4 inline-flex items-center gap-1 self-start text-soft hover:text-ink xl:hidden"
          >
            <Icon name="left" /> {tool.display_name}
          </button>
          {comparing ? (
            <>
              <h2 className="mb-4 text-base font-semibold">Two runs compared</h2>
              <Comparison a={search.a ?? ''} b={search.b ?? ''} />
            </>
          ) : (
            <ResultPane tool={tool} history={history} asked={search.run} onGo={go} />
          )}
        </section>
      )}
    </>
  )
}
