import { addressOf } from '../_shared/http.ts'
import { secret } from '../_shared/secrets.ts'
import { defineTool } from '../_shared/tool.ts'
import { datadog } from './datadog.ts'
import { grafana } from './grafana.ts'
import { meta } from './meta.ts'
import { prometheus } from './prometheus.ts'
import { shownOf } from './series.ts'
import type { Source } from './source.ts'
import { type SpanInput, spanOf } from './span.ts'

const SOURCES: Readonly<Record<string, Source>> = { prometheus, grafana, datadog }

interface Input extends SpanInput {
  source: string
  query: string
  instant: boolean
  datasource?: string
  max_series: number
  timeout_seconds: number
}

defineTool<Input>({
  meta,
  async run({ source, query, instant, datasource, max_series: most, timeout_seconds, ...input }, context) {
    const ask = SOURCES[source]
    if (ask === undefined) throw new Error(`There is no source ${source}.`)
    const span = spanOf(input)
    const address = addressOf(secret('METRICS_URL')).href
    const asked = { address, query, span, instant, datasource }
    const { series, warnings } = await ask({ ...asked, signal: context.signal, timeoutSeconds: timeout_seconds })
    if (instant) context.render({ kind: 'table', path: 'series', columns: ['name', 'last'] })
    const times = { start: isoOf(span.start), end: isoOf(span.end), step_seconds: span.step }
    return { source, query, ...times, ...shownOf(series, most), warnings }
  },
})

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
