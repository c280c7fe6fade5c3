import path from 'node:path'
import { type App, createApp } from '../../../app/app.ts'
import { WorkerThread } from '../../../app/worker/worker-thread.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { packageRoot } from '../../../store/installation/package-root.ts'
import { serverAddress } from '../../../workspace/server.ts'
import { serverToken } from '../../../workspace/serving/token.ts'
import type { CommandLine, Start } from './command-line.ts'
import { type RunningServer, startServer } from './server.ts'
import { rememberedPort, rememberPort, takeServerLease } from './server-lease.ts'

const OWN_HOSTS: readonly unknown[] = [undefined, '127.0.0.1', 'localhost']

/** `furrow serve`: stays until it is told to stop; a second one says where the first is. */
export async function serve({ input, workspace = '.' }: CommandLine, { manifest, terminal }: Start): Promise<number> {
  if (!OWN_HOSTS.includes(input['host'])) throw networkRefusal(String(input['host']))
  await using thread = new WorkerThread()
  await using app = createApp({ manifest, root: path.resolve(workspace), env: terminal.env, runInWorker: thread.run })
  const running = serverAddress(app.store)
  if (running !== undefined) return alreadyServed(app, running)
  // Sessions, leases and events are written: without that there is no server, and commands still read.
  if (app.store.frozen !== undefined) throw app.store.frozen
  await using server = await startServer({
    app,
    dist: path.join(packageRoot(), 'dist'),
    ...portFor(app, input['port']),
  })
  using lease = takeServerLease(app.store, server)
  if (lease === undefined) return alreadyServed(app, serverAddress(app.store) ?? '')
  rememberPort(app.store, server.port)
  // Scripts read it from its file, so it is there before anybody asks for it.
  serverToken(app.home)
  using _watchman = await watchRuns(app)
  announce(app, server, { quiet: input['quiet'] === true })
  await toldToStop()
  return 0
}

/** Runs whose owners are killed while pages show them: somebody has to notice. */
function watchRuns(app: App): Promise<Disposable> {
  const actor = { kind: 'agent', id: 'serve', door: 'http' } as const
  return app.within('run.watch', { actor }, async call =>
    (await import('../../../runs/own/watch-dead-owners.ts')).watchDeadOwners(call),
  )
}

/** Other machines could reach it: that takes users, TLS and host names, and none of these exist yet. */
function networkRefusal(host: string) {
  return refuse('unsupported', `Furrow does not bind ${host}: a network address needs users, TLS and host names.`, {
    target: '--host',
    fix: shell`furrow serve`,
  })
}

function portFor(app: App, port: unknown): { port: number; exact: boolean } {
  return typeof port === 'number' ? { port, exact: true } : { port: rememberedPort(app.store), exact: false }
}

function alreadyServed(app: App, address: string): number {
  process.stdout.write(`${app.workspace.root} is served already\n  at       ${address}\n  sign in  furrow ui\n`)
  return 0
}

/** `quiet` is for a server that nobody watches: a code that is printed there would only lie around. */
function announce(app: App, server: RunningServer, { quiet }: { quiet: boolean }): void {
  const lines = [`Furrow serves ${app.workspace.root}`, `  bound    ${server.address} (this machine only)`]
  if (!quiet) lines.push(`  sign in  ${server.signInAddress()} (once, within 60 s; later: furrow ui)`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function toldToStop(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
