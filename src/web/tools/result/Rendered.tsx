import { lazy, type ReactNode, Suspense } from 'react'
import type { RenderHint } from '../../../tools/model.ts'
import type { RunDetail } from '../../api/types.ts'
import { Loading } from '../../parts/layout/States.tsx'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { Diff } from '../../parts/text/Diff.tsx'

import { FileResult, ImageResult } from './Files.tsx'
import { Facts, KeyValue, Tree } from './Nested.tsx'
import { chartOf, factsOf, gridOf, shownPart } from './shape.ts'
import { Table } from './Table.tsx'

const Markdown = lazy(async () => ({ default: (await import('../../parts/markdown/Markdown.tsx')).Markdown }))
const ChartView = lazy(() => import('./ChartView.tsx'))

interface RenderedProps {
  readonly data: unknown
  readonly hint: RenderHint | undefined
  readonly run: RunDetail
}

/** A result as its tool wants it shown; what does not fit that form, and what says nothing of it, is JSON. */
export function Rendered({ data, hint, run }: RenderedProps) {
  const value = shownPart(data, hint)
  const shown = hint === undefined ? undefined : VIEWS[hint.kind](value, hint, run)
  const facts = factsOf(data, hint)
  return (
    <div className="min-w-0 space-y-4">
      {shown !== undefined && facts.length > 0 && <Facts facts={facts} />}
      {shown ?? <CodeBlock text={JSON.stringify(data, undefined, 2)} label="result" />}
      {shown !== undefined && (
        <details>
          <summary className="text-xs text-faint">The whole result as JSON</summary>
          <div className="mt-2">
            <CodeBlock text={JSON.stringify(data, undefined, 2)} label="result as JSON" />
          </div>
        </details>
      )}
    </div>
  )
}

type ResultRenderer = (value: unknown, hint: RenderHint, run: RunDetail) => ReactNode | undefined

const VIEWS: Readonly<Record<RenderHint['kind'], ResultRenderer>> = {
  table(value, { columns }) {
    const grid = gridOf(value, columns)
    return grid && <Table grid={grid} />
  },
  chart(value, { columns }) {
    const chart = chartOf(value, columns)
    return (
      chart && (
        <Suspense fallback={<Loading rows={4} label="Loading the chart" />}>
          <ChartView chart={chart} />
        </Suspense>
      )
    )
  },
  markdown(value) {
    if (typeof value !== 'string') return undefined
    return (
      <Suspense fallback={<Loading rows={4} />}>
        <Markdown text={value} name="result" level={3} />
      </Suspense>
    )
  },
  diff: value => (typeof value === 'string' ? <Diff text={value} label="Difference" /> : undefined),
  log: value => (typeof value === 'string' ? <CodeBlock text={value} label="text" /> : undefined),
  image: (value, _, run) => (typeof value === 'string' ? <ImageResult value={value} run={run} /> : undefined),
  file: (value, _, run) => (typeof value === 'string' ? <FileResult value={value} run={run} /> : undefined),
  'key-value': value => (isObject(value) ? <KeyValue value={value} /> : undefined),
  tree: value => (value !== null && typeof value === 'object' ? <Tree value={value} /> : undefined),
  json: value => <CodeBlock text={JSON.stringify(value, undefined, 2)} label="result" />,
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
