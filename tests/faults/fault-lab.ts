import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type App, createApp } from '../../src/app/app.ts'
import { makeManifest } from '../../src/app/manifest.ts'
import { packageRoot } from '../../src/store/installation/package-root.ts'
import { type Order, perform, type Reply } from './orders.ts'
import { releaseConnections } from './release.ts'
import { type Tree, treeOf } from './tree.ts'
import { unchanging } from './unchanging.ts'

/** A workspace and a home that can be put back to where a test began, at the same place on the disk. */
export interface FaultLab extends Disposable {
  readonly base: string
  readonly root: string
  readonly home: string
  readonly env: Record<string, string>
  /** The time of every process in this lab, so that the same write gives the same bytes. */
  readonly now: number
  /** Carries out orders in this process, with an app that is closed again. */
  perform(order: Order): Promise<Reply>
  withApp<T>(use: (app: App) => Promise<T>): Promise<T>
  write(file: string, text: string): void
  /** Remembers how everything is now. */
  freeze(): void
  restore(): void
  tree(): Tree
}

export const manifest = await makeManifest(packageRoot())

export function openFaultLab({ base = temporary(), git = true, now = Date.UTC(2026, 0, 2, 10, 15) } = {}): FaultLab {
  const [root, home, frozen] = ['workspace', 'home', 'frozen'].map(name => path.join(base, name)) as [
    string,
    string,
    string,
  ]
  fs.mkdirSync(root)
  fs.writeFileSync(path.join(base, 'manifest.json'), JSON.stringify(manifest))
  if (git) execFileSync('git', ['init', '-q', '-b', 'main', '--template=', root])
  const env = { PATH: process.env.PATH ?? '', HOME: base, FURROW_HOME: home, NO_COLOR: '1' }
  const withApp = async <T>(use: (app: App) => Promise<T>) => {
    try {
      await using app = createApp({ manifest, root, env, ...unchanging(now) })
      return await use(app)
    } finally {
      await releaseConnections()
    }
  }
  return {
    base,
    root,
    home,
    env,
    now,
    withApp,
    perform: order => withApp(app => perform(app, order)),
    write(file, text) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      fs.writeFileSync(path.join(root, file), text)
    },
    freeze() {
      fs.rmSync(frozen, { recursive: true, force: true })
      copyInto(frozen, [root, home])
    },
    restore() {
      for (const place of [root, home]) fs.rmSync(place, { recursive: true, force: true })
      copyInto(base, [path.join(frozen, 'workspace'), path.join(frozen, 'home')])
    },
    tree: () => treeOf({ root, home }),
    [Symbol.dispose]: () => fs.rmSync(base, { recursive: true, force: true }),
  }
}

/** In memory where order and content matter and the disk does not: a killed process is no power cut. */
export function temporary({ onDisk = false } = {}): string {
  const parent = !onDisk && fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
  return fs.realpathSync(fs.mkdtempSync(path.join(parent, 'furrow-faults-')))
}

function copyInto(folder: string, places: readonly string[]): void {
  for (const place of places)
    if (fs.existsSync(place)) fs.cpSync(place, path.join(folder, path.basename(place)), { recursive: true })
}
