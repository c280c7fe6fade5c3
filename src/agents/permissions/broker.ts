import type { PermissionOption, RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import type { Permission } from '../../runs/model.ts'
import type { MailboxMessage } from '../../store/locks/mailbox.ts'
import type { Action, PermissionDecision } from './permission-rules.ts'
import { PERMIT_MESSAGE } from './permit-message.ts'

/** A question of the agent, or one of Furrow's own about what the agent is going to do. */
export interface PermissionQuestion {
  readonly action: Action
  readonly title: string
  readonly input?: string
  readonly options: readonly PermissionOption[]
}

export interface BrokerPorts {
  decide(action: Action): PermissionDecision
  /** The permissions that wait now; on the disk when it settles. */
  waiting(pending: readonly Permission[]): Promise<void>
  asked(permission: Permission, decision: PermissionDecision): void
  answered(permission: string, answer: string, by: string): void
  now(): number
}

type PermissionAnswer = 'allow' | 'always' | 'deny' | 'never'

/** In order of preference: an agent need not offer every kind. */
const KINDS: Readonly<Record<PermissionAnswer, readonly PermissionOption['kind'][]>> = {
  allow: ['allow_once', 'allow_always'],
  always: ['allow_always', 'allow_once'],
  deny: ['reject_once', 'reject_always'],
  never: ['reject_always', 'reject_once'],
}

interface PendingPermission {
  readonly permission: Permission
  readonly action: Action
  answer(outcome: RequestPermissionOutcome): void
}

/** Decides what an agent may do: by profile and rules at once, else by a person's letter. */
export class Broker {
  readonly #ports: BrokerPorts
  readonly #open = new Map<string, PendingPermission>()
  /** Leave that was given for a command and not used yet, so that nobody is asked twice about it. */
  #commands = 0
  #count = 0
  #over = false

  constructor(ports: BrokerPorts) {
    this.#ports = ports
  }

  async ask(question: PermissionQuestion): Promise<RequestPermissionOutcome> {
    if (this.#over) return { outcome: 'cancelled' }
    const permission = this.#permissionOf(question)
    const decision = this.#ports.decide(question.action)
    this.#ports.asked(permission, decision)
    if (decision.verdict !== 'ask') {
      const outcome = chosen(permission.options, decision.verdict === 'allow' ? 'allow' : 'deny')
      return this.#given(question.action, outcome, decision.verdict === 'allow')
    }
    return this.#waitFor(permission, question.action)
  }

  /** Before a command is run for the agent: true when it has leave for one, or gets it now. */
  async mayRun(question: Omit<PermissionQuestion, 'options'>): Promise<boolean> {
    if (this.#commands > 0 && this.#ports.decide(question.action).verdict !== 'deny') {
      this.#commands -= 1
      return true
    }
    const outcome = await this.ask({ ...question, options: OWN_OPTIONS })
    const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'allow'
    if (isAllowed) this.#commands -= 1
    return isAllowed
  }

  /** A person's answer; one that came too late, or a second time, changes nothing. */
  take({ kind, payload, actor }: MailboxMessage): void {
    if (kind !== PERMIT_MESSAGE) return
    const { permission, answer } = payload as { permission: string; answer: PermissionAnswer }
    const open = this.#open.get(permission)
    if (open === undefined) return
    this.#ports.answered(permission, answer, actor.id)
    open.answer(
      this.#given(open.action, chosen(open.permission.options, answer), answer === 'allow' || answer === 'always'),
    )
  }

  /** Nobody is asked any more; what waits is cancelled. */
  close(): void {
    this.#over = true
    for (const { answer } of [...this.#open.values()]) answer({ outcome: 'cancelled' })
  }

  get isWaiting(): boolean {
    return this.#open.size > 0
  }

  async #waitFor(permission: Permission, action: Action): Promise<RequestPermissionOutcome> {
    const answered = new Promise<RequestPermissionOutcome>(resolve => {
      this.#open.set(permission.id, { permission, action, answer: resolve })
    })
    await this.#tell()
    const outcome = await answered
    this.#open.delete(permission.id)
    await this.#tell()
    return outcome
  }

  #tell(): Promise<void> {
    return this.#ports.waiting([...this.#open.values()].map(({ permission }) => permission))
  }

  #given(action: Action, outcome: RequestPermissionOutcome, allowed: boolean): RequestPermissionOutcome {
    if (allowed && action.tool === 'execute' && outcome.outcome === 'selected') this.#commands += 1
    return outcome
  }

  #permissionOf({ action, title, input, options }: PermissionQuestion): Permission {
    this.#count += 1
    return {
      id: `p${this.#count}`,
      title,
      tool: action.tool,
      paths: [...action.paths],
      ...(input !== undefined && { input }),
      options: options.map(({ optionId, name, kind }) => ({ id: optionId, name, kind })),
      asked_at: new Date(this.#ports.now()).toISOString(),
    }
  }
}

const OWN_OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
]

/** The option that says it; where an agent offers no way to say no, the question is cancelled, which is one. */
function chosen(options: Permission['options'], answer: PermissionAnswer): RequestPermissionOutcome {
  const option = KINDS[answer].map(kind => options.find(each => each.kind === kind)).find(found => found !== undefined)
  return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.id }
}
