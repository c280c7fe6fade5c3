import type { Purpose } from '../model.ts'

/** What Furrow keeps of work itself: changes, cards, runs, settings. Specs and decisions explain, and are none. */
const RECORD = /^(?:\.sdlc|\.sow)\/|^sdd\/(?:changes\/|.*\.(?:ya?ml|jsonl?)$)/

export function isRecord(path: string): boolean {
  return RECORD.test(path)
}

const ABOUT_RECORDS =
  /\b(?:changes?|proposals?|specs?|requirements?|designs?|tasks?|features?|milestones?|ponders?|roadmap|board|cards?|backlog|plans?|planned|decisions?|decided|status|progress|work(?:ing|ed)? on|to-?do|stages?|explorations?|escalations?|releases?|\.?sdlc|sdd|sow)\b/i

export function isAboutRecords(question: string): boolean {
  return ABOUT_RECORDS.test(question)
}

const BESIDE =
  /(?:^|\/)(?:__\w+__|(?:unit|integration|e2e)?[-_]?tests?|test[-_]\w+|testsuite|specs?|docs?|documentation|examples?|demos?|samples?|fixtures?|mocks?|stories|testdata|bench(?:marks?)?|e2e)\/|(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:test|spec|stories|config|conf)s?\.[cm]?[jt]sx?|[^/]*[._-](?:test|spec)s?\.\w+|[^/]*_test\.\w+|conftest\.py|setup\.(?:py|cfg)|(?:changelog|changes|history|news|readme|release[-_]?notes)[^/]*)$|\.(?:md|mdx|rst|txt|adoc)$/i

/** Tests, documents, examples, changelogs: where a thing is explained or tried, and seldom where it is made. */
export function isSecondaryFile(path: string): boolean {
  return BESIDE.test(path)
}

const MADE =
  /(?:^|\/)(?:vendor|third[-_]party|node_modules|dist|generated|__generated__|__snapshots__|versioned_docs|docsets|locales?|\.github|\.circleci)\/|(?:^|\/)docs?\/(?:api|apidocs|javadoc|classes|enums|extensions|functions|protocols|structs|typealiases)\/.*\.html?$|(?:^|\/)(?:[^/]*[.-]lock(?:\.\w+)?|pnpm-lock\.yaml|go\.sum|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|\.(?:gitlab-ci|travis)\.yml|[^/]*(?:\.min\.\w+|\.pb\.\w+|_pb2\w*\.py|[._]generated\.\w+|\.g\.\w+|\.snap|\.map|\.svg|\.po))$/i

/** What programs write, what others wrote, and what runs elsewhere. */
export function isGeneratedOrVendored(path: string): boolean {
  return MADE.test(path)
}

/** Who asks which test covers something, or where it is documented, wants just those. */
const ABOUT_BESIDE =
  /\b(?:which|what|where are the|are there|any) (?:unit |e2e |integration )?tests?\b|\btested\b|\btests? (?:for|of|cover\w*)\b|\b(?:documented|documentation|docs|readme|changelog|examples?|release notes)\b/i

/** What a file counts by its kind, as measured: behind sources, unless it is asked for. */
const COUNTS: Readonly<Record<Purpose, { readonly beside: number; readonly made: number }>> = {
  explain: { beside: 0.5, made: 0.3 },
  change: { beside: 0.2, made: 0.1 },
}

export function kindFactor(purpose: Purpose, question: string): (path: string) => number {
  const { beside, made } = COUNTS[purpose]
  const wanted = purpose === 'explain' && ABOUT_BESIDE.test(question)
  return path => (isGeneratedOrVendored(path) ? made : isSecondaryFile(path) && !wanted ? beside : 1)
}
