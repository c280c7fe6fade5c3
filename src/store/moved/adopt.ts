import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { connect, translateSqliteErrors } from '../database/sqlite.ts'
import { folderStamp, type Repository } from '../git/repository.ts'
import { refuseLinked } from '../inside/refuse-linked.ts'
import { type PlaceFact, readPlace } from './place-fact.ts'

/**
 * What the home keeps of a repository is named after its path. At a path that has nothing yet, the state of a repository
 * that was moved here is taken over. It is known by the number and the birth of its folder, which nothing that a
 * repository brings along can claim, and only while the folder is no longer where it was.
 */
export function adoptMovedState(home: string, { id, commonDir }: Pick<Repository, 'id' | 'commonDir'>): void {
  const states = path.join(home, 'repos')
  if (fs.existsSync(path.join(states, id)) || !fs.existsSync(states)) return
  const stamp = folderStamp(commonDir)
  const former = fs.readdirSync(states).find(name => {
    const place = placeIn(path.join(states, name, 'state.db'))
    return place?.stamp === stamp && !isStillThere(place)
  })
  if (former === undefined) return
  // The state comes last: it is what the next attempt finds, should this one be cut short.
  for (const [from, to] of [
    [`secrets/${former}`, `secrets/${id}`],
    [`trust/${former}.json`, `trust/${id}.json`],
    [`repos/${former}`, `repos/${id}`],
  ] as const)
    moveUnlessTaken(path.join(home, from), path.join(home, to))
}

function placeIn(file: string): PlaceFact | undefined {
  if (!fs.existsSync(file)) return undefined
  try {
    return translateSqliteErrors(file, () => {
      refuseLinked(file)
      const state = connect(file, { readOnly: true, timeout: 5000 })
      try {
        return readPlace(state)
      } finally {
        state.close()
      }
    })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Two paths may lead to one folder, such as a mount: then each has its own state. */
function isStillThere({ commonDir, stamp }: PlaceFact): boolean {
  return fs.existsSync(commonDir) && folderStamp(commonDir) === stamp
}

/** Another process may have done it meanwhile, and a home that cannot be written stays as it is. */
function moveUnlessTaken(from: string, to: string): void {
  if (fs.existsSync(to)) return
  try {
    fs.renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
