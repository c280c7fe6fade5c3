import { type DetailLevel, tokensOf } from '../../memory/text/budget.ts'
import type { ContextCheckOutput } from './report.ts'
import { renderReport } from './report.ts'

const LISTS = ['conflicts', 'smells', 'prior', 'passages', 'explorations', 'artifacts', 'conventions'] as const

/** What an answer may cost when nobody says otherwise. */
const BUDGET: Readonly<Record<DetailLevel, number>> = { summary: 600, standard: 2500, full: 20_000 }

/** As much of a report as its budget allows, what matters most first; the rest is counted. */
export function fitReport(
  report: Omit<ContextCheckOutput, 'left_out'>,
  { level, max = BUDGET[level] }: { level: DetailLevel; max?: number | undefined },
): ContextCheckOutput {
  const total = LISTS.reduce((sum, list) => sum + report[list].length, 0)
  let fitted: ContextCheckOutput = { ...report, ...nothing(), left_out: total }
  for (const list of LISTS) {
    for (const item of report[list]) {
      const larger = { ...fitted, [list]: [...fitted[list], item], left_out: fitted.left_out - 1 }
      if (tokensOf(renderReport(larger)) <= max) fitted = larger
    }
  }
  return fitted
}

function nothing(): Pick<ContextCheckOutput, (typeof LISTS)[number]> {
  return { conflicts: [], smells: [], prior: [], passages: [], explorations: [], artifacts: [], conventions: [] }
}
