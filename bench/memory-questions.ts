import type { Question, TestSet, Text } from './memory-recall.ts'

/** Two notes about one thing: the later one holds. Then a question for it, and one that no note answers. */
const NOTES: readonly (readonly [kind: string, earlier: string, later: string, asked: string, unanswered: string])[] = [
  [
    'update',
    'The staging database runs on port 5433.',
    'Staging moved: its database listens on port 6001 now.',
    'Which port does the staging database use?',
    'Which colour is the lift of the warehouse?',
  ],
  [
    'update',
    'Deploys happen on Thursday mornings.',
    'From June on we deploy on Mondays after lunch.',
    'On which day do we deploy?',
    'Who waters the plants in the lobby?',
  ],
  [
    'update',
    'Access tokens live for fifteen minutes.',
    'Token lifetime was raised to one hour for the mobile app.',
    'How long is the lifetime of a token?',
    'What did the caterer charge for the fair?',
  ],
  [
    'update',
    'Images are stored in the folder uploads.',
    'Images live in an object store since the move, not in uploads.',
    'Where are images stored?',
    'How tall is the mast of the ferry?',
  ],
  [
    'contradiction',
    'Retries are always safe for the billing job.',
    'The billing job must never be retried: it charged twice.',
    'May the billing job be retried?',
    'Which violin does the neighbour play?',
  ],
  [
    'contradiction',
    'Feature flags are read once at start.',
    'Feature flags are read at every request, not at start.',
    'When are feature flags read?',
    'What is the pass height of the glacier hike?',
  ],
  [
    'contradiction',
    'The parser accepts trailing commas.',
    'Trailing commas are refused by the parser.',
    'Does the parser take trailing commas?',
    'When does the bakery on the corner close?',
  ],
  [
    'contradiction',
    'Logs contain no addresses of customers.',
    'Found addresses of customers in the logs of the importer.',
    'Are there customer addresses in the logs?',
    'Which boots were bought for the excavation?',
  ],
  [
    'preference',
    'Ravi likes long commit messages with a story.',
    'Ravi asked for commit messages of one line from now on.',
    'How does Ravi want commit messages?',
    'How many bees survived the winter?',
  ],
  [
    'preference',
    'We use tabs in Go files.',
    'The team prefers table tests in Go over separate functions.',
    'Which style of tests is preferred in Go?',
    'Whose bicycle stands in the cellar?',
  ],
]

/** Own notes and questions, among all others of a store: what holds now has to be found, and nothing where nothing is known. */
export function ownQuestions(among: readonly Text[]): TestSet {
  const texts = NOTES.flatMap(([, earlier, later], n) =>
    [earlier, later].map((text, at) => ({ id: `own-${n}-${at}`, text, project: 'own', sitting: `own/${n}/${at}` })),
  )
  const questions: Question[] = NOTES.flatMap(([kind, , , asked, unanswered], n) => [
    { query: asked, gold: [`own-${n}-1`], project: 'own', kind },
    { query: unanswered, gold: [], project: 'own', kind: 'no answer' },
  ])
  return { texts: [...among.map(text => ({ ...text, project: 'own' })), ...texts], questions }
}
