import type * as z from 'zod'
import { issueMessage } from '../../operation/input/issue-message.ts'
import type { Call } from '../../workspace/call.ts'
import { PROJECT_CONFIG, readConfig } from '../../workspace/config/read-config.ts'
import { contentHash, type TrustSubject } from '../../workspace/trust/subjects.ts'
import { Gate, type GateProblem } from './model.ts'

export interface Gates {
  readonly gates: readonly Gate[]
  /** Wrong entries, one by one; the others stay usable. */
  readonly problems: readonly GateProblem[]
  /** What a person trusts; nothing when the file names no gates. */
  readonly subject: TrustSubject | undefined
}

/** The gates of this worktree, read and never run. */
export function readGates(call: Pick<Call, 'home' | 'workspace'>): Gates {
  const { gates } = readConfig(call).project.data
  return gates === undefined || gates === null ? { gates: [], problems: [], subject: undefined } : gatesIn(gates)
}

export function gatesIn(section: unknown): Gates {
  const entries = Array.isArray(section) ? section : []
  const parsed = entries.map((entry, index) => ({ index, result: Gate.safeParse(entry) }))
  const gates = parsed.flatMap(({ result }) => (result.success ? [result.data] : []))
  const names = gates.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return {
    gates: gates.filter(({ name }) => !twice.includes(name)),
    problems: [
      ...(Array.isArray(section) ? [] : [{ path: 'gates', message: NOT_A_LIST }]),
      ...parsed.flatMap(({ index, result }) => (result.success ? [] : [problemOf(index, result.error)])),
      ...[...new Set(twice)].map(name => ({ path: `gates.${name}`, message: `two gates are called ${name}` })),
    ],
    subject: {
      name: 'gates',
      path: PROJECT_CONFIG,
      hash: contentHash(JSON.stringify(section)),
      commands: gates.map(({ name, command }) => `${name}: ${command}`),
    },
  }
}

const NOT_A_LIST = 'must be a list; each entry begins with "- name: <name>" and has a "command: <command>" of its own'

function problemOf(index: number, { issues: [issue] }: z.ZodError): GateProblem {
  const field = issue?.path.join('.') ?? ''
  const message = issue === undefined ? 'does not fit' : issueMessage(issue)
  return { path: ['gates', index, field].filter(part => part !== '').join('.'), message }
}
