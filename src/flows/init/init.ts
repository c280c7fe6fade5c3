import fs from 'node:fs'
import path from 'node:path'
import { covers } from '../../operation/actor.ts'
import { flagName } from '../../operation/command/command-line.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { writeDurably } from '../../store/files/files.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { readClientFile, realFile, rootsOf, surroundings } from './client-files.ts'
import { type AgentClient, CLIENTS, clientCalled } from './clients.ts'
import * as contracts from './contracts.ts'
import {
  type Contribution,
  contributionKey,
  contributionsFor,
  type FileRoot,
  hooksFor,
  withoutRepeats,
} from './contributions.ts'
import { chosenWithout } from './detect.ts'
import { type GitHooks, gitHooks } from './git-hooks.ts'
import { detectedBy } from './list-clients.ts'
import type { Afterwards, PlannedChange } from './model.ts'
import { type FilePlan, type InitPlan, planAll } from './plan-init.ts'
import { renderInit } from './render-init.ts'

interface InitOptions {
  readonly clients: readonly AgentClient[]
  readonly user: boolean
  readonly hooks: boolean
  readonly uninstall: boolean
  readonly git: GitHooks | undefined
}

export const init = implement(() => contracts.init, {
  async run(call, { clients: names, user, hooks, git_hooks, dry_run, uninstall }) {
    if (user && !isPerson(call)) return forPersons(call)
    const clients = chosen(call, names, uninstall)
    const git = git_hooks || takesAllBack(call, names, uninstall) ? await gitHooks(call) : undefined
    const wanted = { clients, user, hooks, uninstall, git }
    const changes = dry_run ? preview(call, wanted) : await apply(call, wanted)
    return {
      clients: clients.map(({ id }) => id),
      changes: [...changes, ...(git?.kept ?? [])],
      applied: !dry_run && changes.some(({ change }) => change !== 'unchanged' && change !== 'kept'),
      dry_run,
      afterwards: uninstall ? [] : clients.flatMap(client => afterwardsOf(client, user)),
      next: dry_run
        ? typed({ clients: names, user, hooks, git_hooks, uninstall })
        : uninstall
          ? shell`furrow status`
          : shell`furrow ui`,
    }
  },
  render: renderInit,
})

/** The command that does what was shown. */
function typed({ clients, ...switches }: { clients: readonly string[] } & Record<string, unknown>): string {
  const flags = Object.entries(switches).flatMap(([field, on]) => (on === true ? [flagName(field)] : []))
  return ['furrow init', ...(clients.length === 0 ? [] : ['--clients', clients.join(',')]), ...flags].join(' ')
}

function takesAllBack({ workspace }: Call, names: readonly string[], uninstall: boolean): boolean {
  return uninstall && names.length === 0 && workspace.repository.gitDir !== undefined
}

function isPerson({ actor }: Call): boolean {
  return actor.kind === 'person' || actor.allow?.some(word => covers(word, 'workspace.init')) === true
}

function forPersons({ actor }: Call) {
  return refuse('needs_person', `Files in the home folder are for a person to change; ${actor.id} is an agent.`, {
    target: 'user',
    fix: shell`furrow init --user`,
  })
}

function chosen(call: Call, names: readonly string[], uninstall: boolean): readonly AgentClient[] {
  if (names.length > 0) return names.flatMap(name => clientCalled(name) ?? [])
  return uninstall ? CLIENTS : chosenWithout(detectedBy(call))
}

function contributions(call: Call, { clients, user, hooks, uninstall, git }: InitOptions): Contribution[] {
  const around = surroundings(call)
  const of = (client: AgentClient) =>
    [
      ...contributionsFor(client, around).filter(({ root }) => root !== 'home' || user),
      ...(hooks || uninstall ? hooksFor(client) : []),
    ].map(each => ({ ...each, file: realFile(call, each) }))
  const wanted = withoutRepeats(clients.flatMap(of))
  const others = CLIENTS.filter(client => client.id !== 'agents' && !clients.includes(client)).map(of)
  return [...(uninstall ? withoutShared(call, wanted, others) : wanted), ...(git?.contributions ?? [])]
}

/** A file that another client uses too stays for it: one that has something of its own here. */
function withoutShared(call: Call, wanted: readonly Contribution[], others: readonly Contribution[][]): Contribution[] {
  const keys = new Set(wanted.map(contributionKey))
  const isSetUp = (theirs: readonly Contribution[]) =>
    planNow(
      call,
      theirs.filter(each => !keys.has(contributionKey(each))),
      true,
    ).changes.length > 0
  const shared = new Set(others.filter(isSetUp).flat().map(contributionKey))
  return wanted.filter(each => !shared.has(contributionKey(each)))
}

function preview(call: Call, wanted: InitOptions): readonly PlannedChange[] {
  return planNow(call, contributions(call, wanted), wanted.uninstall).changes
}

function planNow(call: Call, all: readonly Contribution[], uninstall: boolean): InitPlan {
  return planAll(all, (root, file) => readClientFile(call, root, file), uninstall)
}

/** Files of the workspace and of git go through the journal, and can be undone. */
async function apply(call: Call, wanted: InitOptions): Promise<PlannedChange[]> {
  const all = contributions(call, wanted)
  const mine = all.filter(({ root }) => root === 'home')
  // A damaged file in the home folder is found before anything is written.
  planNow(call, mine, wanted.uninstall)
  const changes = await call.store.transact(call, tx => {
    const plan = planAll(
      all.filter(({ root }) => root !== 'home'),
      (root, file) => below(tx, call, root).read(file)?.bytes.toString('utf8'),
      wanted.uninstall,
    )
    for (const file of plan.files) put(tx, call, file)
    if (plan.files.length > 0) tx.describe(wanted.uninstall ? 'took back what init wrote' : 'connected coding agents')
    return [...plan.changes]
  })
  return [...changes, ...(await writeHome(call, mine, wanted.uninstall))]
}

function below(tx: Transaction, call: Call, root: FileRoot): Transaction {
  return root === 'workspace' ? tx : tx.under(rootsOf(call)[root])
}

function put(tx: Transaction, call: Call, { root, file, after, mode }: FilePlan): void {
  const files = below(tx, call, root)
  if (after !== undefined) files.write(file, after, mode === undefined ? {} : { mode })
  else if (root === 'git' || !file.includes('/')) files.remove(file)
  else files.remove(file, { prune: path.join(rootsOf(call)[root], file.split('/')[0] ?? '') })
}

/** Other programs keep their secrets in these files, so no copy of them is made: whole files, outside the journal. */
async function writeHome(call: Call, mine: readonly Contribution[], uninstall: boolean): Promise<PlannedChange[]> {
  if (mine.length === 0) return []
  return call.store.exclusively(() => {
    const plan = planNow(call, mine, uninstall)
    for (const { file, after } of plan.files) replaceInHome(path.join(rootsOf(call).home, file), after)
    return [...plan.changes]
  }, call.signal)
}

/** A link that a person keeps their settings behind stays a link. */
function replaceInHome(file: string, after: string | undefined): void {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  const place = stats === undefined ? file : fs.realpathSync(file)
  if (after === undefined) fs.rmSync(place, { force: true })
  else writeDurably(place, Buffer.from(after), stats === undefined ? 0o600 : stats.mode & 0o777)
}

function afterwardsOf({ id, title, registrations, afterwards }: AgentClient, user: boolean): Afterwards[] {
  const inHome = !user && registrations.every(({ scope }) => scope === 'user')
  if (!inHome) return [{ client: id, title, says: afterwards }]
  const says = `${title} keeps its servers in your home folder, which only you change.`
  return [{ client: id, title, says, command: shell`furrow init --clients ${id} --user` }]
}
