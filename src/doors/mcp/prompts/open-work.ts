/** What is open now, as a prompt and a resource: the answer of an operation that reads. */
export interface OpenWorkPrompt {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly description: string
  readonly operation: string
}

export const OPEN_WORK: readonly OpenWorkPrompt[] = [
  {
    name: 'active-change',
    uri: 'furrow://changes/active',
    title: 'The active change',
    description: 'The change that is being worked on: stages, artifacts, decisions and the next step.',
    operation: 'change.status',
  },
  {
    name: 'exploration-brief',
    uri: 'furrow://explorations/brief',
    title: 'The brief of the exploration',
    description: 'All that somebody needs who knows nothing of the open exploration.',
    operation: 'exploration.brief',
  },
  {
    name: 'next-step',
    uri: 'furrow://next',
    title: 'The next step',
    description: 'The one next step from here, whatever the state.',
    operation: 'flow.next',
  },
]
