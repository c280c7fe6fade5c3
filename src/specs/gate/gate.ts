import type { ClarityRound, DimensionView, GateView, Spec } from '../model.ts'

/** The eight dimensions of the Clarity Gate with their weights; the weights sum up to 60. */
export const DIMENSIONS = [
  { name: 'target_users', weight: 8, question: 'Who uses it, how often, and what do they want to have done?' },
  { name: 'core_functionality', weight: 10, question: 'What must it do, step by step, and how is that seen?' },
  { name: 'data_model', weight: 7, question: 'What is stored, how is it related, who owns it, how long is it kept?' },
  { name: 'integrations', weight: 6, question: 'Which other systems take part, and what if they do not answer?' },
  { name: 'edge_cases', weight: 8, question: 'What about nothing, too much, twice at once, half done, wrong input?' },
  { name: 'security', weight: 7, question: 'Who may do what, what is secret, and what would an attacker want?' },
  { name: 'scale_performance', weight: 5, question: 'How many, how big, how fast, with numbers and units?' },
  { name: 'scope_boundaries', weight: 9, question: 'What is left out, and where does it end?' },
] as const

export type Scores = Readonly<Partial<Record<string, number>>>

const WEIGHTS = DIMENSIONS.reduce((sum, { weight }) => sum + weight, 0)
const THRESHOLDS: Readonly<Record<Spec['mode'], number>> = { guided: 70, expert: 50 }

export function thresholdOf(mode: Spec['mode']): number {
  return THRESHOLDS[mode]
}

export function isGateOpen(mode: Spec['mode'], score: number): boolean {
  return score >= THRESHOLDS[mode]
}

/** floor(sum of score x weight / 60); what has no score counts 0. */
export function clarityScore(scores: Scores): number {
  return Math.floor(weighted(scores) / WEIGHTS)
}

/** A round keeps the scores of dimensions that it does not score anew. */
export function nextRound(
  spec: Spec,
  given: {
    readonly scores: Scores
    readonly evidence: Readonly<Record<string, string>>
    /** Whether what the evidence names and quotes is there. */
    readonly isFound: (text: string) => boolean
  },
  { at, by }: { at: string; by: string },
): ClarityRound {
  const last = spec.clarity_rounds.at(-1)
  const scores: Record<string, number> = { ...last?.scores }
  const evidence: Record<string, string> = { ...last?.evidence }
  for (const { name } of DIMENSIONS) {
    const score = given.scores[name]
    if (score === undefined) continue
    scores[name] = score
    delete evidence[name]
    if (given.evidence[name] !== undefined) evidence[name] = given.evidence[name]
  }
  const isProven = (text: string | undefined) => text !== undefined && isEvidence(text) && given.isFound(text)
  const unproven = DIMENSIONS.filter(({ name }) => scores[name] !== undefined && !isProven(evidence[name])).map(
    ({ name }) => name,
  )
  return { round: spec.clarity_rounds.length + 1, at, by, scores, evidence, unproven, score: clarityScore(scores) }
}

/** Evidence names an id or quotes something. */
export function isEvidence(text: string | undefined): boolean {
  return (
    text !== undefined &&
    /\b(?:FR|NFR|BR|ADR|TASK)-\d+\b|"[^"]{3,}"|“[^”]{3,}”|„[^“”]{3,}[“”]|«[^»]{3,}»|`[^`]{3,}`/.test(text)
  )
}

export function viewGate({ mode, clarity_score, clarity_rounds }: Spec): GateView {
  const last = clarity_rounds.at(-1)
  const scores: Scores = last?.scores ?? {}
  const threshold = thresholdOf(mode)
  const lacks = lacksIn(scores, threshold)
  return {
    score: clarity_score,
    threshold,
    passed: clarity_rounds.length > 0 && isGateOpen(mode, clarity_score),
    dimensions: DIMENSIONS.map(dimension => viewDimension(dimension, { last, lacks })),
    rounds: clarity_rounds.map(round => ({ ...round, lacks: lacksIn(round.scores, threshold) })),
  }
}

function viewDimension(
  { name, weight, question }: (typeof DIMENSIONS)[number],
  { last, lacks }: { last: ClarityRound | undefined; lacks: Readonly<Record<string, number>> },
): DimensionView {
  const score = last?.scores[name]
  const evidence = last?.evidence[name]
  return {
    name,
    weight,
    question,
    ...(score !== undefined && { score }),
    ...(evidence !== undefined && { evidence }),
    unproven: last?.unproven.includes(name) ?? false,
    lacks: lacks[name] ?? 0,
  }
}

/** By how many points each dimension would have to rise, so that all of them together open the gate. */
function lacksIn(scores: Scores, threshold: number): Record<string, number> {
  const share = missingShare(scores, threshold)
  return Object.fromEntries(DIMENSIONS.map(({ name }) => [name, Math.ceil((100 - (scores[name] ?? 0)) * share)]))
}

/**
 * The part of the room above it by which every dimension would have to rise. Its points are rounded up, so that giving
 * each dimension what it lacks opens the gate.
 */
function missingShare(scores: Scores, threshold: number): number {
  const sum = weighted(scores)
  const gap = threshold * WEIGHTS - sum
  return gap <= 0 ? 0 : gap / (100 * WEIGHTS - sum)
}

function weighted(scores: Scores): number {
  return DIMENSIONS.reduce((sum, { name, weight }) => sum + (scores[name] ?? 0) * weight, 0)
}
