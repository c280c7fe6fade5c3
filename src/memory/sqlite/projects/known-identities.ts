import { type Database, prepared } from '../../../store/database/sqlite.ts'
import type { KnownPlace } from '../../projects/port.ts'
import { projectRow } from './project-rows.ts'

interface NamedProject {
  readonly name: string
  readonly names: readonly string[]
}

/**
 * What the registry of projects said last: every call asks for its project, and hardly any changes one. It is asked again
 * after a write of this connection to the registry, and after any commit of another connection.
 */
export class KnownIdentities {
  readonly #places = new Map<string, KnownPlace>()
  readonly #names = new Map<string, NamedProject>()
  #version: number | undefined

  place(database: Database, path: string, ask: () => KnownPlace | undefined): KnownPlace | undefined {
    this.#forgetIfOthersWrote(database)
    const known = this.#places.get(path) ?? ask()
    if (known !== undefined) this.#places.set(path, known)
    return known
  }

  names(database: Database, name: string, ask: () => NamedProject): NamedProject {
    this.#forgetIfOthersWrote(database)
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const found = ask()
    // A name that only records have can become an alias with the next record, which is no write to the registry.
    if (projectRow(database, name) !== undefined) this.#names.set(name, found)
    return found
  }

  forget(): void {
    this.#places.clear()
    this.#names.clear()
  }

  #forgetIfOthersWrote(database: Database): void {
    const { data_version } = prepared(database, 'PRAGMA data_version').get() as { data_version: number }
    if (data_version !== this.#version) this.forget()
    this.#version = data_version
  }
}
