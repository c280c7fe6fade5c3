import type { Server } from '@modelcontextprotocol/server'
import type { App } from '../../../app/app.ts'
import type { Manifest } from '../../../operation/manifest.ts'
import { mayAddChoices } from '../tools/may-add.ts'
import { listsDynamic, type Profile } from '../tools/profile.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import type { McpClient } from './client.ts'
import { showPresence } from './presence.ts'

interface PlaceOptions {
  readonly manifest: Manifest
  readonly profile: Profile
  readonly workspace?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly scope?: (app: App) => App
}

/** Where a connection works. Nothing is opened before a call needs it; a client that moves its roots moves the place. */
export class SessionWorkspace implements AsyncDisposable {
  readonly #options: PlaceOptions
  readonly #apps = new Map<string, Promise<App>>()
  readonly #endings: (() => PromiseLike<void> | void)[] = []
  #root: Promise<string> | undefined
  /** Where the list of tools took its words from. */
  #listed: string | undefined

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  async app(server: Server): Promise<App> {
    this.#root ??= chooseWorkspace(server, this.#options.workspace)
    const root = await this.#root
    const opening = this.#apps.get(root) ?? this.#open(root, server)
    this.#apps.set(root, opening)
    // A folder that is not there now may be there for the next call.
    opening.catch(() => this.#apps.delete(root))
    return opening
  }

  chooseAgain(): void {
    this.#root = undefined
  }

  /** The list does not wait for a client that is asked for its roots; it is told when they add something. */
  mayAddChoices(): boolean {
    this.#listed ??= this.#options.workspace ?? process.cwd()
    return mayAddChoices(this.#listed)
  }

  async show(server: Server, client: McpClient): Promise<void> {
    const presence = showPresence(await this.app(server), client)
    this.#endings.unshift(() => presence[Symbol.dispose]())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#endings.splice(0)) await end()
  }

  async #open(root: string, server: Server): Promise<App> {
    const { manifest, profile, env, scope = app => app } = this.#options
    const { createApp } = await import('../../../app/app.ts')
    const app = createApp({ manifest, root, ...(env !== undefined && { env }) })
    this.#endings.unshift(() => app[Symbol.asyncDispose]())
    if (listsDynamic(profile, manifest.operations)) {
      const watch = await app.onListChanged(() => void server.sendToolListChanged().catch(() => undefined))
      this.#endings.unshift(() => watch[Symbol.dispose]())
    }
    this.#listAgain(root, server)
    return scope(app)
  }

  #listAgain(root: string, server: Server): void {
    if (this.#listed === undefined || this.#listed === root) return
    const changes = mayAddChoices(root) || mayAddChoices(this.#listed)
    this.#listed = root
    if (changes) void server.sendToolListChanged().catch(() => undefined)
  }
}
