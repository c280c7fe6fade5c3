/** The types that Furrow brings along; the first is what is meant when nothing says otherwise. */
export const BUILT_IN_TYPES = ['exploration', 'standard', 'design', 'breakdown'] as const

/** The kinds of artifact in all of them, known without reading their files. */
export const BUILT_IN_KINDS = [
  'finding',
  'summary',
  'note',
  'plan',
  'review',
  'design',
  'discovery',
  'specification',
] as const
