/** Where a rule is listed; docs/specs.md names the works. */
export type SmellSource =
  | 'ISO 29148'
  | 'Femmer 2017'
  | 'QuARS'
  | 'NASA ARM'
  | 'INCOSE'
  | 'Tjong 2013'
  | 'Wiegers 2013'
  | 'Wilson 2005'

export interface SmellRule {
  readonly kind: SmellKind
  readonly source: SmellSource
  /** Alternatives of a pattern, whole words. */
  readonly words: string
  /** Words around it that make it harmless. */
  readonly except?: RegExp
  /** Why the rule is listed and not used; `npm run bench -- requirements` measures all of them. */
  readonly unused?: string
}

export type SmellKind =
  | 'subjective'
  | 'ambiguous_adverb'
  | 'non_verifiable'
  | 'loophole'
  | 'open_ended'
  | 'superlative'
  | 'comparative'
  | 'vague_pronoun'
  | 'uncertain_verb'
  | 'negative'
  | 'passive'

/** What a condition or a relative clause says is not is the case that is meant, and no obligation. */
const CONDITION =
  /^(?:when(?:ever)?|while|if|where|after|once|until|during|as long as)\b.*?,(?=[^,]*\b(?:shall|must|should|will)\b)|\b(?:that|which|who|whose) (?:\w+ ){0,2}(?:(?:is|are|was|were|has|have|do|does|did) not\b|\w+n['’]t)/gis
/** What something is made for, where `can` names an ability. */
const THAT_CLAUSE = /\b(?:such|so|ensures?|(?:in a|the) way) that\b[^.;]*/gi

const PARTICIPLE = String.raw`(?:\w{2,}ed|(?:over|re)?(?:built|chosen|done|drawn|driven|found|given|held|hidden|kept|known|left|lost|made|met|paid|put|read|run|sent|set|shown|sold|spoken|stopped|taken|told|understood|won|written))`

/** The smells that the literature lists. Small groups of words that behave alike are one rule, so that each can be judged. */
export const SMELL_RULES: readonly SmellRule[] = [
  rule('subjective', 'ISO 29148', 'user[- ]friendly|easy|easily|cost[- ]effective(?:ly)?'),
  rule('subjective', 'QuARS', 'simpl[ey]|fast|good|bad|nice(?:ly)?|useful|strong(?:ly)?|easier'),
  rule('subjective', 'QuARS', 'similar(?:ly)?|better|worse|taking into account|having in mind', {
    unused: 'comparatives have a rule of their own',
  }),
  rule(
    'subjective',
    'INCOSE',
    'relevant|ancillary|routine|generic|common(?:ly)?|significant(?:ly)?|flexibl[ey]|expandable|customary|allowable|proficient(?:ly)?',
  ),
  rule(
    'subjective',
    'INCOSE',
    'sufficient(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|efficient(?:ly)?|effective(?:ly)?|reasonabl[ey]|suitable|suitably|acceptabl[ey]',
  ),
  rule('subjective', 'NASA ARM', 'normal|timely|practicable'),
  rule(
    'subjective',
    'Wiegers 2013',
    'available|necessary|special|certain|desired|robust|seamless(?:ly)?|graceful(?:ly)?|transparent(?:ly)?|modern|improved',
  ),
  rule(
    'subjective',
    'Wiegers 2013',
    'intuitive(?:ly)?|attractive|pleasant|elegant(?:ly)?|convenient(?:ly)?|comfortabl[ey]|versatile|sophisticated|state[- ]of[- ]the[- ]art',
  ),
  rule(
    'subjective',
    'Wilson 2005',
    'saf(?:e|ely|ety)|successful(?:ly)?|sensitive|valid|danger(?:ous(?:ly)?)?|clear(?:ly)?|correct(?:ly)?|proper(?:ly)?|harmful|powerful|stable|perfect(?:ly)?|fair(?:ly)?|unusual|unexpected|emergency',
  ),
  rule(
    'subjective',
    'Wilson 2005',
    'important|critical|essential|serious|severe|major|minor|interesting|meaningful|understandable|logical(?:ly)?',
  ),
  rule('subjective', 'Tjong 2013', 'new|old|current|recent|default|automatic|specific|different|various', {
    unused: 'names a state more often than a judgement',
  }),

  rule(
    'ambiguous_adverb',
    'Femmer 2017',
    'almost always|significantly|minimally|extremely|highly|widely|largely|greatly|considerably|substantially|mostly|partially|partly|virtually',
  ),
  rule(
    'ambiguous_adverb',
    'QuARS',
    'often|sometimes|usually|typically|normally|generally|frequently|rarely|seldom|occasionally|regularly|periodic(?:ally)?',
  ),
  rule(
    'ambiguous_adverb',
    'INCOSE',
    'approximate(?:ly)?|nearly|roughly|almost|about (?=\\d)|close to|several|a few|many|a lot of|numerous|a number of|very',
  ),
  rule(
    'ambiguous_adverb',
    'Wiegers 2013',
    'quickly|rapidly|slowly|soon|promptly|immediately|instantly|instantaneous(?:ly)?|fast enough|smoothly|continuously|simultaneously',
  ),
  rule('ambiguous_adverb', 'INCOSE', 'always|all|every|each|any|only', {
    unused: 'mostly the plain quantifier of a rule',
  }),
  rule('ambiguous_adverb', 'QuARS', 'at least|maximum|minimum', {
    unused: 'a limit with a number is what a requirement needs',
  }),

  rule(
    'non_verifiable',
    'ISO 29148',
    'provide support|as a minimum|high[- ]quality|good performance|high performance|best practices?',
  ),
  rule(
    'non_verifiable',
    'ISO 29148',
    'as (?:required|defined|specified|indicated|described|expected|intended|planned)(?! (?:in|by|at)\\b)',
  ),
  rule(
    'non_verifiable',
    'Wiegers 2013',
    'optimi[sz]e[sd]?|maximi[sz]e[sd]?|minimi[sz]e[sd]?|improve[sd]?|enhance[sd]?|facilitate[sd]?|accommodate[sd]?|streamline[sd]?',
  ),
  rule(
    'non_verifiable',
    'Wiegers 2013',
    'scalable|secure(?:ly)?|consistent(?:ly)?|reliabl[ey]|maintainable|portable|interchangeable|compatible|interoperable|usable|real[- ]time|responsive|updatable',
  ),
  rule(
    'non_verifiable',
    'Femmer 2017',
    'too (?:large|small|long|short|many|few|slow|fast|big|much|high|low)|not enough|enough',
  ),
  rule('non_verifiable', 'NASA ARM', '(?:the )?capability (?:of|to)|(?:be )?(?:able|capable)(?: to| of)|provide for', {
    unused: 'the common form of a requirement in many houses',
  }),
  rule('non_verifiable', 'Wiegers 2013', 'validate[sd]?|ensure[sd]?|indicate[sd]?|process(?:ed|es)?', {
    unused: 'what follows says mostly how',
  }),

  rule(
    'loophole',
    'ISO 29148',
    '(?:if|where|when(?:ever)?) (?:possible|feasible|practical|practicable)|as (?:far|much|soon|little|many|few|fast|quickly) as (?:is )?(?:reasonably )?(?:possible|practical|practicable)|so far as (?:is )?possible',
  ),
  rule(
    'loophole',
    'NASA ARM',
    '(?:if|where|when|as) (?:necessary|needed|required|applicable|appropriate)(?! (?:by|to|for|from|in)\\b)|to the (?:greatest |maximum )?extent (?:possible|practical|practicable|necessary)',
  ),
  rule(
    'loophole',
    'QuARS',
    'possibly|eventually|optionally|perhaps|maybe|in principle|as the case may be|should the need arise|unless (?:otherwise|absolutely) \\w+',
  ),

  rule(
    'open_ended',
    'ISO 29148',
    'etc|and so on|and so forth|including,? but not limited to|but not limited to|not limited to|to be (?:determined|defined|decided|specified)|TB[DCS]',
  ),
  rule('open_ended', 'INCOSE', 'and/or|among others|or similar|and others'),
  rule('open_ended', 'Wiegers 2013', 'such as|for example|e\\.g|for instance', {
    unused: 'an example may explain a list that is whole',
  }),

  rule('superlative', 'Femmer 2017', '(?<!\\bat )(?<!\\bat the )(?:most|least)(?! (?:recent|significant bit)\\b)'),
  rule(
    'superlative',
    'Femmer 2017',
    'best|worst|fastest|slowest|highest|lowest|greatest|smallest|largest|biggest|easiest|cheapest|safest|quickest|simplest|shortest|longest|strongest|newest|oldest|cleanest|earliest|closest|nearest|fewest|optimal(?:ly)?|ideal(?:ly)?|maximal(?:ly)?|minimal(?:ly)?',
  ),

  rule('comparative', 'Femmer 2017', '(?<!\\b(?:no|not|or|any) )(?:more|less|fewer)(?! than or equal)', {
    except: /\b(?:more|less|fewer) than (?:\d|one\b|two\b|zero\b|half\b)|\bone or more\b/gi,
  }),
  rule(
    'comparative',
    'Femmer 2017',
    '(?<!\\bno )(?:better|worse|faster|slower|higher|lower|greater|smaller|larger|bigger|easier|cheaper|safer|quicker|simpler|shorter|longer|stronger|closer|earlier|newer|older|cleaner|clearer|smoother|wider|deeper|richer)(?! (?:than|or equal to|than or equal to) (?:\\d|a\\b|an\\b|the\\b|zero|two|three))',
    { except: /\bno(?:t any)? longer\b|\bany longer\b/gi },
  ),

  rule(
    'vague_pronoun',
    'QuARS',
    '(?<!^|[.:] )it(?! (?:is|shall|should|must|will|may)(?: be)? (?:not )?(?:possible|required|necessary|allowed|noted))',
  ),
  rule('vague_pronoun', 'QuARS', 'its'),
  rule('vague_pronoun', 'Femmer 2017', 'him|them|they|he|she'),
  rule(
    'vague_pronoun',
    'QuARS',
    '(?:this|these|those)(?= (?:is|are|shall|may|must|will|should|does|do|can|means|includes|requires?|concerns?)\\b)',
  ),
  rule(
    'vague_pronoun',
    'INCOSE',
    'another|others?|the former|the latter|something|anything|someone|anyone|one of them',
  ),
  rule('vague_pronoun', 'Femmer 2017', 'which|that', { unused: 'a relative clause is mostly clear' }),

  rule('non_verifiable', 'Wiegers 2013', 'support(?:s|ing)?|handle[sd]?', {
    unused: 'what is supported mostly follows',
  }),
  rule('vague_pronoun', 'Femmer 2017', 'his|her|their|theirs', { unused: 'the noun is mostly right before' }),
  rule('uncertain_verb', 'QuARS', 'may'),
  rule('uncertain_verb', 'QuARS', 'can(?! only\\b| not\\b)', { except: THAT_CLAUSE }),
  rule('uncertain_verb', 'QuARS', 'could|might|ought to'),
  rule('uncertain_verb', 'INCOSE', 'would|need not|is (?:likely|expected|allowed) to|is permitted to'),
  rule('uncertain_verb', 'ISO 29148', 'should', { unused: 'an agreed level of priority' }),
  rule('uncertain_verb', 'ISO 29148', 'will', { unused: 'mostly used as shall' }),

  rule(
    'negative',
    'ISO 29148',
    "(?:shall|must|should|will|does ?|do|did|is|are|was|were|has|have|may|would|could) ?not|cannot|can not|\\w+n['’]t",
    { except: CONDITION },
  ),
  rule('negative', 'INCOSE', '(?:shall|must|should|will) (?:never|be no)|never|neither'),
  rule('negative', 'INCOSE', 'not|no|none|nothing|without', { unused: 'within a condition it names the case' }),

  rule(
    'passive',
    'INCOSE',
    `(?:shall|must|should|will)(?: not| also| always| only| automatically)? be (?!(?:designed|implemented|developed|documented|built|written)\\b)(?:\\w+ly )?${PARTICIPLE}(?! (?:to|of|on|with)\\b)(?![^.;]*\\bby\\b)`,
  ),
]

function rule(
  kind: SmellKind,
  source: SmellSource,
  words: string,
  more: Pick<SmellRule, 'except' | 'unused'> = {},
): SmellRule {
  return { kind, source, words, ...more }
}
