import type { GivenOf, OutputOf } from '../operation/contract.ts'
import { board } from './board-domains.ts'
import { type Domain, domain } from './domain.ts'

/**
 * The explicit list of everything Furrow can do. The build turns it into the manifest; a call loads the contracts of
 * its own domain and its own implementation, nothing else.
 */
export const domains = {
  guides: domain(() => import('../workspace/guides/contracts.ts'), {
    list: async () => (await import('../workspace/guides/list.ts')).list,
    show: async () => (await import('../workspace/guides/show.ts')).show,
  }),
  runs: domain(() => import('../runs/contracts.ts'), {
    exec: async () => (await import('../runs/exec.ts')).exec,
    list: async () => (await import('../runs/list.ts')).list,
    show: async () => (await import('../runs/show.ts')).show,
    watch: async () => (await import('../runs/show.ts')).watch,
    tail: async () => (await import('../runs/tail.ts')).tail,
    wait: async () => (await import('../runs/wait.ts')).wait,
    cancel: async () => (await import('../runs/cancel.ts')).cancel,
    pin: async () => (await import('../runs/keep.ts')).pin,
    remove: async () => (await import('../runs/keep.ts')).remove,
  }),
  why: domain(() => import('../flows/why/contracts.ts'), {
    why: async () => (await import('../flows/why/why.ts')).why,
  }),
  addTo: domain(() => import('../flows/add-to/contracts.ts'), {
    add: async () => (await import('../flows/add-to/add.ts')).add,
  }),
  ...board,
  attention: domain(() => import('../flows/attention/contracts.ts'), {
    attention: async () => (await import('../flows/attention/attention.ts')).attention,
  }),
  backups: domain(() => import('../flows/backup/contracts.ts'), {
    create: async () => (await import('../flows/backup/create.ts')).create,
    list: async () => (await import('../flows/backup/read.ts')).list,
    verify: async () => (await import('../flows/backup/read.ts')).verify,
    restore: async () => (await import('../flows/backup/restore.ts')).restore,
  }),
  agents: domain(() => import('../agents/contracts.ts'), {
    list: async () => (await import('../agents/list.ts')).list,
    detect: async () => (await import('../agents/list.ts')).detect,
    add: async () => (await import('../agents/configure.ts')).add,
    use: async () => (await import('../agents/configure.ts')).use,
    remove: async () => (await import('../agents/configure.ts')).remove,
    rules: async () => (await import('../agents/permissions/edit.ts')).rules,
    ruleSet: async () => (await import('../agents/permissions/edit.ts')).ruleSet,
    ruleRemove: async () => (await import('../agents/permissions/edit.ts')).ruleRemove,
    start: async () => (await import('../agents/start.ts')).start,
    events: async () => (await import('../agents/follow.ts')).events,
    permissions: async () => (await import('../agents/follow.ts')).permissions,
    permit: async () => (await import('../agents/follow.ts')).permit,
    stop: async () => (await import('../agents/follow.ts')).stop,
    resume: async () => (await import('../agents/resume.ts')).resume,
    diff: async () => (await import('../agents/worktree/decide.ts')).diff,
    merge: async () => (await import('../agents/worktree/decide.ts')).merge,
    discard: async () => (await import('../agents/worktree/decide.ts')).discard,
    undo: async () => (await import('../agents/worktree/decide.ts')).undo,
  }),
  gates: domain(() => import('../runs/gates/contracts.ts'), {
    list: async () => (await import('../runs/gates/list.ts')).list,
    run: async () => (await import('../runs/gates/run.ts')).run,
  }),
  toolCode: domain(() => import('../tools/code/contracts.ts'), {
    source: async () => (await import('../tools/code/source.ts')).source,
  }),
  secrets: domain(() => import('../secrets/contracts.ts'), {
    list: async () => (await import('../secrets/list.ts')).list,
    set: async () => (await import('../secrets/set.ts')).set,
    remove: async () => (await import('../secrets/set.ts')).remove,
    importText: async () => (await import('../secrets/set.ts')).importText,
    grant: async () => (await import('../secrets/grant.ts')).grant,
    revoke: async () => (await import('../secrets/grant.ts')).revoke,
  }),
  tools: domain(() => import('../tools/contracts.ts'), {
    list: async () => (await import('../tools/list.ts')).list,
    info: async () => (await import('../tools/list.ts')).info,
    runtimes: async () => (await import('../tools/runtime/list.ts')).runtimes,
    run: async () => (await import('../tools/run/run.ts')).run,
    setup: async () => (await import('../tools/setup/setup.ts')).setup,
    options: async () => (await import('../tools/run/options.ts')).options,
    interactions: async () => (await import('../tools/interactions/read.ts')).interactions,
    interaction: async () => (await import('../tools/interactions/read.ts')).interaction,
  }),
  interactions: domain(() => import('../tools/interactions/contracts.ts'), {
    rerun: async () => (await import('../tools/interactions/change.ts')).rerun,
    cancel: async () => (await import('../tools/interactions/change.ts')).cancel,
    pin: async () => (await import('../tools/interactions/change.ts')).pin,
    annotate: async () => (await import('../tools/interactions/change.ts')).annotate,
    remove: async () => (await import('../tools/interactions/change.ts')).remove,
    compare: async () => (await import('../tools/interactions/compare.ts')).compare,
    result: async () => (await import('../tools/interactions/result.ts')).result,
    saveTest: async () => (await import('../tools/tests/save.ts')).saveTest,
  }),
  followUps: domain(() => import('../flows/act/contracts.ts'), {
    preview: async () => (await import('../flows/act/preview.ts')).preview,
    act: async () => (await import('../flows/act/act.ts')).act,
  }),
  toolmaking: domain(() => import('../flows/toolmaking/contracts.ts'), {
    plan: async () => (await import('../flows/toolmaking/make.ts')).plan,
    build: async () => (await import('../flows/toolmaking/make.ts')).build,
    evolve: async () => (await import('../flows/toolmaking/make.ts')).evolve,
  }),
  toolkit: domain(() => import('../tools/lifecycle/contracts.ts'), {
    create: async () => (await import('../tools/lifecycle/make.ts')).create,
    add: async () => (await import('../tools/lifecycle/make.ts')).add,
    available: async () => (await import('../tools/lifecycle/available.ts')).available,
    clone: async () => (await import('../tools/lifecycle/make.ts')).clone,
    remove: async () => (await import('../tools/lifecycle/make.ts')).remove,
    upstream: async () => (await import('../tools/lifecycle/upstream.ts')).upstream,
    sync: async () => (await import('../tools/lifecycle/sync.ts')).sync,
    test: async () => (await import('../tools/tests/run.ts')).test,
    update: async () => (await import('../tools/lifecycle/update.ts')).update,
    install: async () => (await import('../tools/lifecycle/install.ts')).install,
  }),
  threads: domain(() => import('../ask/threads/contracts.ts'), {
    list: async () => (await import('../ask/threads/read.ts')).list,
    show: async () => (await import('../ask/threads/read.ts')).show,
    create: async () => (await import('../ask/threads/change.ts')).create,
    update: async () => (await import('../ask/threads/change.ts')).update,
    remove: async () => (await import('../ask/threads/change.ts')).remove,
    restore: async () => (await import('../ask/threads/change.ts')).restore,
  }),
  threadCommits: domain(() => import('../flows/commit-thread/contracts.ts'), {
    commit: async () => (await import('../flows/commit-thread/commit.ts')).commit,
  }),
  answers: domain(() => import('../ask/answer/contracts.ts'), {
    answer: async () => (await import('../ask/answer/answer.ts')).answer,
    store: async () => (await import('../ask/answer/turn.ts')).store,
    turn: async () => (await import('../ask/answer/turn.ts')).turn,
    file: async () => (await import('../ask/answer/file.ts')).file,
  }),
  trust: domain(() => import('../workspace/trust/contracts.ts'), {
    status: async () => (await import('../workspace/trust/status.ts')).status,
    grant: async () => (await import('../workspace/trust/grant.ts')).grant,
    revoke: async () => (await import('../workspace/trust/revoke.ts')).revoke,
  }),
  flows: domain(() => import('../flows/contracts.ts'), {
    status: async () => (await import('../flows/status.ts')).status,
    next: async () => (await import('../flows/next.ts')).next,
    start: async () => (await import('../flows/start.ts')).start,
    where: async () => (await import('../flows/where.ts')).where,
    doctor: async () => (await import('../flows/doctor/doctor.ts')).doctor,
    repair: async () => (await import('../flows/doctor/doctor.ts')).repair,
    adoptHome: async () => (await import('../flows/doctor/doctor.ts')).adoptHome,
  }),
  setup: domain(() => import('../flows/init/contracts.ts'), {
    init: async () => (await import('../flows/init/init.ts')).init,
    list: async () => (await import('../flows/init/list.ts')).list,
  }),
  hook: domain(() => import('../flows/hook/contracts.ts'), {
    answer: async () => (await import('../flows/hook/answer.ts')).answer,
  }),
  check: domain(() => import('../flows/check/contracts.ts'), {
    run: async () => (await import('../flows/check/check.ts')).run,
  }),
  adr: domain(() => import('../changes/adr/contracts.ts'), {
    record: async () => (await import('../changes/adr/record.ts')).record,
    list: async () => (await import('../changes/adr/read.ts')).list,
    show: async () => (await import('../changes/adr/read.ts')).show,
  }),
  context: domain(() => import('../flows/context-check/contracts.ts'), {
    check: async () => (await import('../flows/context-check/check.ts')).check,
  }),
  specs: domain(() => import('../specs/contracts.ts'), {
    init: async () => (await import('../specs/init.ts')).init,
    propose: async () => (await import('../specs/stage-operations.ts')).propose,
    specify: async () => (await import('../specs/stage-operations.ts')).specify,
    rules: async () => (await import('../specs/stage-operations.ts')).rules,
    clarify: async () => (await import('../specs/clarify.ts')).clarify,
    design: async () => (await import('../specs/stage-operations.ts')).design,
    tasks: async () => (await import('../specs/stage-operations.ts')).tasks,
    validate: async () => (await import('../specs/validate.ts')).validate,
    write: async () => (await import('../specs/write.ts')).write,
    template: async () => (await import('../specs/write.ts')).template,
    context: async () => (await import('../specs/read.ts')).context,
    reopen: async () => (await import('../specs/manage.ts')).reopen,
    confirm: async () => (await import('../specs/manage.ts')).confirm,
    lint: async () => (await import('../specs/lint/lint.ts')).lint,
    trace: async () => (await import('../specs/trace/trace.ts')).trace,
  }),
  changes: domain(() => import('../changes/contracts.ts'), {
    start: async () => (await import('../changes/start.ts')).start,
    advance: async () => (await import('../changes/advance.ts')).advance,
    status: async () => (await import('../changes/read.ts')).status,
    list: async () => (await import('../changes/read.ts')).list,
    flows: async () => (await import('../changes/read.ts')).flows,
    show: async () => (await import('../changes/read.ts')).show,
    archive: async () => (await import('../changes/manage.ts')).archive,
    cancel: async () => (await import('../changes/manage.ts')).cancel,
    reopen: async () => (await import('../changes/manage.ts')).reopen,
    accept: async () => (await import('../changes/verify/accept.ts')).accept,
    withdraw: async () => (await import('../changes/verify/accept.ts')).withdraw,
    pause: async () => (await import('../changes/manage.ts')).pause,
    switchTo: async () => (await import('../changes/manage.ts')).switchTo,
  }),
  recovery: domain(() => import('../projects/recovery/contracts.ts'), {
    adopt: async () => (await import('../projects/recovery/adopt.ts')).adopt,
    rebind: async () => (await import('../projects/recovery/rebind.ts')).rebind,
    settle: async () => (await import('../projects/recovery/settle.ts')).settle,
    share: async () => (await import('../projects/recovery/share.ts')).share,
  }),
  topics: domain(() => import('../projects/tasks/contracts.ts'), {
    note: async () => (await import('../projects/tasks/notes.ts')).note,
    resolve: async () => (await import('../projects/tasks/notes.ts')).resolve,
    edit: async () => (await import('../projects/tasks/notes.ts')).edit,
    create: async () => (await import('../projects/tasks/change.ts')).create,
    update: async () => (await import('../projects/tasks/change.ts')).update,
    skip: async () => (await import('../projects/tasks/change.ts')).skip,
    list: async () => (await import('../projects/tasks/read.ts')).list,
    show: async () => (await import('../projects/tasks/read.ts')).show,
    remove: async () => (await import('../projects/tasks/change.ts')).remove,
  }),
  artifacts: domain(() => import('../projects/artifacts/contracts.ts'), {
    add: async () => (await import('../projects/artifacts/change.ts')).add,
    begin: async () => (await import('../projects/artifacts/change.ts')).begin,
    approve: async () => (await import('../projects/artifacts/change.ts')).approve,
    reject: async () => (await import('../projects/artifacts/change.ts')).reject,
    list: async () => (await import('../projects/artifacts/read.ts')).list,
    show: async () => (await import('../projects/artifacts/read.ts')).show,
    remove: async () => (await import('../projects/artifacts/change.ts')).remove,
  }),
  projects: domain(() => import('../projects/contracts.ts'), {
    start: async () => (await import('../projects/start.ts')).start,
    status: async () => (await import('../projects/read.ts')).status,
    list: async () => (await import('../projects/read.ts')).list,
    brief: async () => (await import('../projects/read.ts')).brief,
    log: async () => (await import('../projects/read.ts')).log,
    graph: async () => (await import('../projects/read.ts')).graph,
    types: async () => (await import('../projects/read.ts')).types,
    advance: async () => (await import('../projects/moves.ts')).advance,
    complete: async () => (await import('../projects/moves.ts')).complete,
    reopen: async () => (await import('../projects/moves.ts')).reopen,
    revise: async () => (await import('../projects/moves.ts')).revise,
    abandon: async () => (await import('../projects/moves.ts')).abandon,
    importSow: async () => (await import('../projects/import.ts')).importSow,
  }),
  finalization: domain(() => import('../projects/finalize/contracts.ts'), {
    plan: async () => (await import('../projects/finalize/finalize.ts')).plan,
    finalize: async () => (await import('../projects/finalize/finalize.ts')).finalize,
    finish: async () => (await import('../projects/finalize/finish.ts')).finish,
    cleanup: async () => (await import('../projects/cleanup.ts')).cleanup,
  }),
  memory: domain(() => import('../memory/records/contracts.ts'), {
    save: async () => (await import('../memory/records/save.ts')).save,
    search: async () => (await import('../memory/records/find.ts')).search,
    get: async () => (await import('../memory/records/get.ts')).get,
    context: async () => (await import('../memory/records/find.ts')).context,
    timeline: async () => (await import('../memory/records/find.ts')).timeline,
    update: async () => (await import('../memory/records/change.ts')).update,
    remove: async () => (await import('../memory/records/change.ts')).remove,
    erase: async () => (await import('../memory/records/change.ts')).erase,
    relate: async () => (await import('../memory/records/change.ts')).relate,
    unrelate: async () => (await import('../memory/records/change.ts')).unrelate,
    suggestTopic: async () => (await import('../memory/records/get.ts')).suggestTopic,
  }),
  sessions: domain(() => import('../memory/sessions/contracts.ts'), {
    start: async () => (await import('../memory/sessions/session.ts')).start,
    end: async () => (await import('../memory/sessions/session.ts')).end,
    progress: async () => (await import('../memory/sessions/progress.ts')).progress,
    compact: async () => (await import('../memory/sessions/compact.ts')).compact,
    stats: async () => (await import('../memory/sessions/compact.ts')).stats,
  }),
  tidy: domain(() => import('../memory/tidy/contracts.ts'), {
    tidy: async () => (await import('../memory/tidy/tidy.ts')).tidy,
  }),
  memoryProjects: domain(() => import('../memory/projects/contracts.ts'), {
    list: async () => (await import('../memory/projects/projects.ts')).list,
    merge: async () => (await import('../memory/projects/projects.ts')).merge,
    split: async () => (await import('../memory/projects/projects.ts')).split,
  }),
  history: domain(() => import('../memory/history/contracts.ts'), {
    history: async () => (await import('../memory/history/history.ts')).history,
    restore: async () => (await import('../memory/history/history.ts')).restore,
  }),
  transfer: domain(() => import('../memory/transfer/contracts.ts'), {
    exportAll: async () => (await import('../memory/transfer/transfer.ts')).exportAll,
    importText: async () => (await import('../memory/transfer/transfer.ts')).importText,
    importDatabase: async () => (await import('../memory/transfer/transfer.ts')).importDatabase,
  }),
  vectors: domain(() => import('../memory/vectors/contracts.ts'), {
    vectors: async () => (await import('../memory/vectors/vectors.ts')).vectors,
  }),
  explore: domain(() => import('../memory/explore/contracts.ts'), {
    explore: async () => (await import('../memory/explore/explore.ts')).explore,
  }),
  ask: domain(() => import('../ask/contracts.ts'), {
    index: async () => (await import('../ask/index/operations.ts')).index,
    status: async () => (await import('../ask/index/operations.ts')).status,
    search: async () => (await import('../ask/search/operation.ts')).search,
  }),
  config: domain(() => import('../workspace/config/contracts.ts'), {
    list: async () => (await import('../workspace/config/show.ts')).list,
    get: async () => (await import('../workspace/config/show.ts')).get,
    set: async () => (await import('../workspace/config/write.ts')).set,
    unset: async () => (await import('../workspace/config/write.ts')).unset,
    setPerson: async () => (await import('../workspace/config/write.ts')).setPerson,
    unsetPerson: async () => (await import('../workspace/config/write.ts')).unsetPerson,
  }),
  log: domain(() => import('../workspace/log/contracts.ts'), {
    log: async () => (await import('../workspace/log/read.ts')).log,
    show: async () => (await import('../workspace/log/read.ts')).show,
    undo: async () => (await import('../workspace/log/undo.ts')).undo,
  }),
  requests: domain(() => import('../workspace/requests/contracts.ts'), {
    list: async () => (await import('../workspace/requests/read.ts')).list,
    show: async () => (await import('../workspace/requests/read.ts')).show,
    confirm: async () => (await import('../workspace/requests/answer.ts')).confirm,
    dismiss: async () => (await import('../workspace/requests/answer.ts')).dismiss,
  }),
  serving: domain(() => import('../workspace/serving/contracts.ts'), {
    rotateToken: async () => (await import('../workspace/serving/rotate.ts')).rotateToken,
  }),
  tokens: domain(() => import('../workspace/tokens/contracts.ts'), {
    create: async () => (await import('../workspace/tokens/create.ts')).create,
    list: async () => (await import('../workspace/tokens/list.ts')).list,
    revoke: async () => (await import('../workspace/tokens/revoke.ts')).revoke,
  }),
}

type Domains = typeof domains
type ContractIn<D> = D extends Domain<infer C> ? C[keyof C] : never
type AnyContract = { [Name in keyof Domains]: ContractIn<Domains[Name]> }[keyof Domains]

/** `Operations['workspace.status']['output']`: what the web app's `call` is typed from. */
export type Operations = {
  [C in AnyContract as C['name']]: { given: GivenOf<C>; output: OutputOf<C> }
}
