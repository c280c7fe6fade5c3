import type { Transaction } from '../store/journal/transaction.ts'
import type { Call } from '../workspace/call.ts'
import type { BoardTargets, CreatedCard, NewCard, TargetsIn } from './board-targets.ts'
import { requireCurrent } from './features/current.ts'
import { makeFeature } from './features/make-feature.ts'
import { makeFeedback } from './feedback/make-feedback.ts'
import { makeInvestigation } from './investigations/make-investigation.ts'
import { makePonder } from './ponders/make-ponder.ts'
import { makeTask } from './tasks/make-task.ts'

/** Makes cards from texts of other domains; the port `board.targets`. */
export const targetsIn: TargetsIn = call => ({
  createIn: (tx, wish) => createIn(call, tx, wish),
  create: wish =>
    call.store.transact(call, tx => {
      const made = createIn(call, tx, wish)
      tx.describe(`made the ${made.target} ${made.title}`)
      return made
    }),
})

function createIn(call: Call, tx: Transaction, wish: NewCard): ReturnType<BoardTargets['createIn']> {
  const id = MAKERS[wish.target](call, tx, wish)
  return { target: wish.target, id, ref: `${wish.target}:${id}`, title: wish.title }
}

type Maker = (call: Call, tx: Transaction, wish: NewCard) => CreatedCard['id']

const MAKERS: Readonly<Record<NewCard['target'], Maker>> = {
  feature: (call, tx, { title, text, origin }) => makeFeature(call, tx, { title, spec: text, origin }).id,
  task(call, tx, { title, text, origin, labels = [], feature = requireCurrent(call) }) {
    const { task } = makeTask(call, tx, { feature, title, body: text, source: origin, labels: [...labels] })
    return `${feature}/${task.id}`
  },
  ponder: (call, tx, { title, text, origin, captured }) =>
    makePonder(call, tx, { title, brief: text, origin, captured }).id,
  investigation: (call, tx, { title, text, origin, kind }) =>
    makeInvestigation(call, tx, { title, context: text, origin, kind }).id,
  feedback: (call, tx, { title, text, origin }) =>
    makeFeedback(call, tx, { text: text === undefined ? title : `${title}\n\n${text}`, origin }).id,
}
