import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Spec } from '../model.ts'
import type { Trace } from './model.ts'

/** What the ids contradict in a verdict: `PASS` needs all must-haves covered, nothing dangling and no circles. */
export function whyNotVerdict(verdict: Spec['verdict'], trace: Trace, claims: string): Reason[] {
  if (verdict === undefined || verdict === 'FAIL') return []
  const gaps = gapsIn(trace)
  // With warnings a gap may stay, when it is named: then nobody is deceived.
  return verdict === 'PASS' ? gaps : gaps.filter(({ ids = [] }) => !ids.every(id => claims.includes(id)))
}

export function gapsIn({ coverage, dangling, cycles }: Trace): Reason[] {
  const uncovered = coverage.filter(({ priority, covered }) => priority === 'must' && !covered).map(({ id }) => id)
  const unknown = [...new Set(dangling.map(({ id }) => id))]
  return [
    ...(uncovered.length === 0
      ? []
      : [
          gap(
            'must_uncovered',
            uncovered,
            `No task covers ${uncovered.join(', ')}, which ${uncovered.length === 1 ? 'is a must-have' : 'are must-haves'}.`,
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [
          gap(
            'id_dangling',
            unknown,
            `${unknown.join(', ')} ${unknown.length === 1 ? 'is' : 'are'} named and nowhere defined.`,
          ),
        ]),
    ...cycles.map(cycle => gap('task_cycle', cycle, `${cycle.join(' and ')} wait for each other.`)),
  ]
}

function gap(code: string, ids: readonly string[], message: string): Reason {
  return { code, ids, message, fix: shell`furrow trace` }
}
