import { defineTool } from '../_shared/tool.ts'
import { type Collected, collector } from './collect.ts'
import { meta } from './meta.ts'
import type { Input, Range, SourceName } from './model.ts'
import { rangeOf } from './range.ts'
import { files } from './sources/files.ts'
import { http } from './sources/http.ts'
import { docker, journald, kubectl, shell } from './sources/programs.ts'
import { render } from './sources/render.ts'
import type { Source } from './sources/source.ts'

const SOURCES: Readonly<Record<SourceName, Source>> = { files, journald, docker, kubectl, command: shell, render, http }

defineTool<Input>({
  meta,
  async run(input, context) {
    const range = rangeOf(input, Date.now())
    const { level, grep, limit } = input
    const found = collector({ range, level, limit, ...(grep !== undefined && { grep }) }, entry =>
      context.log(entry.text, entry.level === 'error' || entry.level === 'warning' ? 'stderr' : 'stdout'),
    )
    await SOURCES[input.source]({ input, range, context, take: found.take })
    const data = dataOf(input, range, found.done())
    if (data.errors.length === 0) context.render({ kind: 'key-value', path: 'summary' })
    return data
  },
})

function dataOf({ source, service, limit }: Input, { from, to }: Range, { counts, ...found }: Collected) {
  const range = {
    ...(from !== undefined && { start: new Date(from).toISOString() }),
    ...(to !== undefined && { end: new Date(to).toISOString() }),
  }
  return {
    source,
    ...(service !== undefined && { service }),
    range,
    counts,
    ...found,
    /** There may be more than was asked for. */
    cut: found.matched >= limit,
    summary: { matched: found.matched, scanned: found.scanned, ...counts, ...range },
  }
}
