import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { findCard, readCardFolder } from '../entities.ts'
import * as contracts from './contracts.ts'
import { setCurrent } from './current.ts'
import { makeFeature } from './make-feature.ts'
import { features } from './model.ts'
import { artifactPath, situationReaderFor } from './situation.ts'
import { renderFeature, viewFeature, viewRow } from './view-feature.ts'

export const create = implement(() => contracts.create, {
  async run(call, wish) {
    const looker = await situationReaderFor(call)
    return call.store.transact(call, tx => {
      const made = makeFeature(call, tx, wish)
      tx.describe(`put the feature ${made.card.title} on the board`)
      return viewFeature(call, looker.at(tx, made))
    })
  },
  render: renderFeature,
})

export const list = implement(() => contracts.list, {
  async run(call, { phase }) {
    await call.store.settled()
    const [looker, files] = [await situationReaderFor(call, { onlyShows: true }), filesOf(call)]
    const { entries, problems } = readCardFolder(files, features)
    const rows = entries.filter(({ card }) => phase === undefined || card.phase === phase)
    return {
      features: rows.map(entry => viewRow(call, looker.at(files, entry))),
      problems: [...looker.problems, ...problems],
    }
  },
  render: ({ features: rows, problems }) =>
    [
      ...(rows.length === 0 && problems.length === 0
        ? ['There is no feature yet. `furrow feature create "<title>"` makes one.']
        : []),
      ...rows.map(({ id, title, phase, current, next }) => {
        return `- ${current ? '**' : ''}${id}${current ? '** (current)' : ''}: ${title}, ${phase}. ${next.says}`
      }),
      ...problems.map(({ path, message }) => `- cannot be read: ${path}: ${message}`),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  async run(call, { id }) {
    await call.store.settled()
    const files = filesOf(call)
    return viewFeature(call, (await situationReaderFor(call)).at(files, findCard(files, features, id)))
  },
  render: renderFeature,
})

export const artifact = implement(() => contracts.artifact, {
  async run(call, { id, artifact: name }) {
    await call.store.settled()
    const files = filesOf(call)
    const { artifacts } = (await situationReaderFor(call)).at(files, findCard(files, features, id))
    const found = artifacts.find(each => each.name === name)
    const path = found?.path ?? artifactPath(id, name)
    const view = await call.store.read(path)
    if (found === undefined || view === undefined)
      return refuse('not_found', `${name} of ${id} is not written yet.`, {
        target: path,
        fix: shell`furrow feature write ${id} ${name} --content -`,
      })
    call.store.shown(call.actor, view)
    return { ...found, id, content: view.bytes.toString('utf8'), revision: view.revision }
  },
  render: ({ content }) => content,
})

export const use = implement(() => contracts.use, {
  async run(call, { id }) {
    const files = filesOf(call)
    const entry = findCard(files, features, id)
    if (entry.card.phase === 'released')
      throw refuse('invalid_state', `${id} is released; there is nothing left to do on it.`, {
        target: id,
        fix: shell`furrow feature list`,
      })
    await call.store.exclusively(() => setCurrent(call, id))
    const { store, actor, clock } = call
    store.events.publish({ worktree: store.worktree, kind: 'feature', id, actor, at: clock.now() })
    return viewFeature(call, (await situationReaderFor(call)).at(files, entry))
  },
  render: renderFeature,
})
