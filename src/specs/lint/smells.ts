/** Words of a requirement that usually hide something: what to look at, and why. Kinds after Femmer et al. 2017. */
export const SMELLS = [
  {
    kind: 'subjective',
    says: 'is judged differently by everybody; say what can be observed',
    words:
      /\b(?:eas(?:y|ily|ier)|user[- ]friendly|intuitive(?:ly)?|fast|simpl[ey]|nice(?:ly)?|pleasant|attractive|good|bad|relevant|appropriate(?:ly)?|suitable|adequate(?:ly)?|reasonabl[ey]|safe(?:ly)?|efficient(?:ly)?|flexibl[ey]|robust|modern|special|necessary|available|certain(?= \w+s\b)|seamless(?:ly)?|elegant|convenient(?:ly)?|comfortable|useful|successful(?:ly)?|sensitive|harmonised)\b/gi,
  },
  {
    kind: 'ambiguous_adverb',
    says: 'leaves open how much or how often; give a number',
    words:
      /\b(?:often|sometimes|usually|typically|normally|generally|frequently|rarely|occasionally|regularly|quickly|slowly|soon|immediately|almost|approximately|nearly|roughly|several|various|widely|extremely|very|significantly|mostly|partially|promptly|properly)\b/gi,
  },
  {
    kind: 'non_verifiable',
    says: 'cannot be tested; say how it is measured',
    words:
      /\b(?:high[- ]quality|good performance|high performance|state[- ]of[- ]the[- ]art|secure(?:ly)?|consistent(?:ly)?|scalable|reliabl[ey]|maintainable|portable|interchangeable|compatible|too (?:large|small|long|short|many|few|slow)|as required|real[- ]time)\b/gi,
  },
  {
    kind: 'loophole',
    says: 'lets the obligation be left out; say when it holds',
    words:
      /\b(?:if possible|where possible|as (?:far|much|soon|many) as possible|if (?:necessary|needed|required|practicable)|where (?:applicable|appropriate)|as (?:appropriate|applicable|needed)|to the extent (?:possible|practical)|when(?:ever)? possible|if feasible)\b/gi,
  },
  {
    kind: 'open_ended',
    says: 'has no end; list all of it',
    words:
      /\betc\b\.?|\band so on\b|\band\/or\b|\bamong others\b|\bincluding but not limited to\b|\bbut not limited to\b|\bor similar\b/gi,
  },
  {
    kind: 'superlative',
    says: 'compares with everything there is; give a limit',
    words:
      /\b(?:best|worst|(?<!\bat )most|(?<!\bat )least|fastest|slowest|highest|lowest|greatest|smallest|largest|easiest|cheapest|safest|quickest|simplest|optimal|ideal)\b/gi,
  },
  {
    kind: 'comparative',
    says: 'compares with something that is not named; give a number',
    words:
      /\b(?<!\b(?:no|not) )(?:more|less|better|worse|faster|slower|higher|lower|greater|smaller|larger|easier|cheaper|safer|quicker|simpler)\b(?! (?:than|or equal to) (?:\d|a\b|an\b|the\b|zero|two|three))/gi,
  },
  {
    kind: 'vague_pronoun',
    says: 'may stand for several things; repeat the noun',
    words:
      /(?<!^|[.:] )\b(?:it|him|them|they|another|other)\b(?! (?:is|shall|should|must|will|may)(?: be)? (?:not )?(?:possible|required|necessary|allowed|noted))|\b(?:this|that|these|those)\b(?= (?:is|are|shall|may|must|will|should|does|can)\b)/gi,
  },
  {
    kind: 'uncertain_verb',
    says: 'leaves open whether it is done; say shall, or leave it out',
    words: /\b(?:may|might|could|can)\b/gi,
  },
  {
    kind: 'negative',
    says: 'says what does not happen; say what happens instead',
    words: /\b(?:shall|must|should|will|does|do|is|are) not\b|\bcannot\b|\bshall (?:never|be no)\b/gi,
  },
] as const satisfies readonly { kind: string; says: string; words: RegExp }[]

export type SmellKind = (typeof SMELLS)[number]['kind']

export interface Smell {
  readonly kind: SmellKind
  readonly says: string
  readonly words: readonly string[]
}

/** Each kind that a requirement smells of, with its words. */
export function smellsIn(requirement: string): Smell[] {
  return SMELLS.flatMap(({ kind, says, words }) => {
    const found = [...new Set([...requirement.matchAll(words)].map(([word]) => word.toLowerCase()))]
    return found.length === 0 ? [] : [{ kind, says, words: found }]
  })
}
