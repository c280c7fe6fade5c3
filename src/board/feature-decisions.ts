import type { Call } from '../workspace/call.ts'
import type { Feature } from './features/model.ts'
import { type ArtifactName, type FeaturePhase, isBefore, JUDGEMENTS } from './features/phases.ts'

export type Judgement = NonNullable<Feature['artifacts'][ArtifactName]>

/** How the log tells a decision about an artifact: the same words are looked for when it is to count. */
export function decisionSummary(id: string, artifact: ArtifactName, decision: Judgement | 'written'): string {
  return `${PREFIX}${id}: ${artifact} ${decision === 'written' ? decision : wordsOf(decision)}`
}

export function reworkSummary(id: string, phase: FeaturePhase): string {
  return `${PREFIX}${id}: back to ${phase}`
}

export type IsDecided = (id: string, artifact: ArtifactName, judgement: Judgement) => boolean

/**
 * Whether a person's word is in the log of this machine. The card is a file of the worktree, which whoever works there
 * can write, an agent among them; what counts is the last decision in Furrow's own log.
 */
export function decisionLog({ store }: Pick<Call, 'store'>): IsDecided {
  let standing: ReadonlyMap<string, string> | undefined
  return (id, artifact, judgement) => {
    standing ??= standingDecisions(store)
    return standing.get(`${id} ${artifact}`) === wordsOf(judgement)
  }
}

const PREFIX = 'feature '

/** Who may write such a line depends on the operation, so its words count for that one alone. */
const DECISIONS: Readonly<Record<string, RegExp>> = {
  'feature.approve': /^(\S+): (\S+) (approved \(SHA-256 \w+\))$/,
  'feature.waive': /^(\S+): (\S+) (waived)$/,
  'feature.reject': /^(\S+): (\S+) (rejected)$/,
  'feature.write': /^(\S+): (\S+) (written)$/,
  'feature.rework': /^(\S+): back to (\S+)$/,
}

function wordsOf({ status, approval }: Judgement): string {
  return status === 'approved' ? `approved (SHA-256 ${approval?.content})` : status
}

function standingDecisions(store: Call['store']): ReadonlyMap<string, string> {
  const standing = new Map<string, string>()
  for (const { name, summary } of store.decisions({ names: Object.keys(DECISIONS), prefix: PREFIX })) {
    const [, id, subject = '', words] = DECISIONS[name]?.exec(summary.slice(PREFIX.length)) ?? []
    if (words !== undefined) standing.set(`${id} ${subject}`, words)
    else if (id !== undefined)
      for (const artifact of voidedBy(subject as FeaturePhase)) standing.delete(`${id} ${artifact}`)
  }
  return standing
}

/** The judgements of finished work, when a feature goes back to this phase. */
export function voidedBy(phase: FeaturePhase): ArtifactName[] {
  const judgements = Object.entries(JUDGEMENTS) as [ArtifactName, FeaturePhase][]
  return judgements.flatMap(([artifact, later]) => (isBefore(later, phase) ? [] : [artifact]))
}
