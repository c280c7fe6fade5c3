// What `npm run faults` shows: one row for each promise, the tests behind it, and what they measured.

/** How a file of each suite is written below, and how vitest is told. */
const FILE = {
  unit: name => name,
  doors: name => `tests/doors/${name}.test.ts`,
  browser: name => `tests/browser/${name}.test.ts`,
  faults: name => `tests/faults/${name}.test.ts`,
  soak: name => `tests/faults/${name}.soak.ts`,
  bench: name => `bench/${name}.ts`,
}

/** A row needs a figure of its own when `90-quality` names one; for the others the tests that held are counted. */
export const ROWS = [
  row('D1', 'kill -9 of one of four writers every 60 to 180 ms', '0 lost, 0 unreadable, 50 kills in between', {
    faults: ['kill', 'memory'],
    figure: true,
  }),
  row('D2', 'killed before the n-th file-system call of each write', 'wholly done or not at all', {
    faults: ['crash', 'ignored'],
    figure: true,
  }),
  row('D3', 'full disk, 0 to 64 pages left', 'old or new content, disk_full to the caller', {
    faults: ['full-disk', 'runs-full-disk'],
    figure: true,
  }),
  row('D4', 'system calls of every write', 'fsync, rename, fsync of the folder, then the answer', {
    faults: ['order'],
  }),
  row('D5', 'fsync, write, rename and open fail', 'the caller is told, nothing half done', {
    faults: ['errors', 'system-errors'],
  }),
  row('D6', '4 processes x 500 read-modify-writes', '2,000 of 2,000', { faults: ['lost-updates'], figure: true }),
  row('D7', 'five doors and git on one repository, 10 minutes', 'no busy, no id twice, one active change', {
    soak: ['topology'],
    figure: true,
  }),
  row('D8', 'people and git save at the same moment', 'nobody’s text is lost', { faults: ['people'] }),
  row('D9', 'every state file cut, flipped, mistyped, with conflict markers', 'named with path and fix, 0 replaced', {
    faults: ['damage'],
    figure: true,
  }),
  row('D10', 'databases cut, flipped, headless, overwritten, replaced', 'found; every row on whole pages comes back', {
    unit: [
      'src/memory/recovery.test.ts',
      'src/memory/sqlite/repair/rebuild.test.ts',
      'src/store/database/repair-state.test.ts',
      'src/store/database/write-guard.test.ts',
      'src/flows/doctor/state.test.ts',
      'src/store/store.test.ts',
    ],
    faults: ['read-only-home'],
    figure: true,
  }),
  row('D11', 'migrations killed, repeated, met by older versions', '0 rows lost, newer schema refused', {
    faults: ['migration'],
  }),
  row('D12', 'backups taken while others write', 'each whole, each can be restored', {
    unit: ['src/flows/backup/backup.test.ts', 'src/memory/recovery.test.ts'],
  }),
  row('D13', 'clock jumps, Turkish locale', 'ids unique, no lock taken away', { faults: ['clock'] }),
  row('D14', 'server killed with runs under way', 'each interrupted, nothing left behind', {
    faults: ['killed-owners'],
  }),
  row('P1', 'stubborn process tree, setsid children included', 'gone within timeout + 5.5 s', {
    faults: ['processes'],
    figure: true,
  }),
  row('P2', 'the owner of a run is killed', 'sandboxed children gone within 1 s', { faults: ['processes'] }),
  row('P3', '1 GiB of output', 'idle + 64 MiB', { faults: ['exec-flood', 'output-flood'], figure: true }),
  row('P4', 'readers that stand still or leave, 100 MiB nobody reads', 'held up; open files back to +-2', {
    faults: ['exec-flood'],
  }),
  row('P5', 'tools that hang, flood, lie, eat memory and processes', 'typed errors, the others work on', {
    unit: ['src/runs/engine.test.ts'],
    doors: ['tools-hostile'],
  }),
  row('P6', '1,000 clients of the event stream', 'all served, 200 MiB', { doors: ['http-load'], figure: true }),
  row('P7', 'clients that never read, 5,000 that say nothing', 'dropped; the others are served', {
    doors: ['http-load'],
  }),
  row('P8', '10,000 runs, pruned and killed', 'never above the limit, records and logs together', {
    faults: ['retention'],
  }),
  row('P9', 'two runs a second, two that talk, 30 minutes', 'below 1 MiB a minute, files level', {
    soak: ['runs'],
    figure: true,
  }),
  row('P10', '100,000 files, 5,000 changes, 50,000 records', 'start 1.5 s, status and lists 200 ms, p95', {
    bench: ['big'],
    figure: true,
  }),
  row('F1', '10,000 malformed messages over stdio and HTTP', 'no crash, one answer each', { doors: ['mcp-malformed'] }),
  row('F2', 'official MCP conformance suite, both eras', 'every applicable scenario', { doors: ['mcp-conformance'] }),
  row('F3', 'wrong methods, types, sizes, headers on every route', 'documented statuses only', {
    doors: ['http-fuzz'],
  }),
  row('F4', 'YAML and JSON bombs', 'refused before they are parsed', { unit: ['src/store/documents/bombs.test.ts'] }),
  row('F5', 'keys that reach for a prototype', 'every prototype as it was', {
    unit: [
      'src/store/documents/pollution.test.ts',
      'src/app/rules/plain-values.test.ts',
      'src/doors/http/routes/query.test.ts',
    ],
  }),
  row('F6', '100,000 conditions and templates', 'read or refused, one pass', {
    unit: ['src/shared/follow-ups/fuzz.test.ts'],
  }),
  row('F7', 'patterns that never end', 'each is stopped', { unit: ['src/tools/run/validate.test.ts'] }),
  row('F8', '20,000 histories of each state machine', 'agree with a small model, no dead end', {
    unit: [
      'src/specs/transitions.test.ts',
      'src/specs/histories.test.ts',
      'src/changes/histories.test.ts',
      'src/changes/model.test.ts',
      'src/board/features/model.test.ts',
      'src/explorations/rules/machine.test.ts',
    ],
  }),
  row('F9', 'any text as a search', 'no error, no other project', { unit: ['src/memory/memory.test.ts'] }),
  row('F10', '200,000 notifications, messages of 500 MB', 'a ping within 20 x parsing, answered with the id', {
    doors: ['mcp-flood'],
  }),
  row('X1', 'Host x Origin x Sec-Fetch-Site over all routes', '100 % as tabled, no CORS header', {
    doors: ['http-gate'],
    figure: true,
  }),
  row('X2', 'requests that a form or a beacon can forge', 'refused, nothing changes', { doors: ['http-forgery'] }),
  row('X3', 'every route without, with a wrong, with another token', '401 or 403', { doors: ['http-policy'] }),
  row('X4', 'tokens and codes', 'on no command line, in no log; ten wrong ones wait', { doors: ['http-sign-in'] }),
  row('X5', 'other hosts', 'nothing bound but loopback', { doors: ['http-policy', 'serve'] }),
  row('X6', '400 traversal strings in every id and path of every door', '0 opens outside', {
    doors: ['hostile'],
    figure: true,
  }),
  row('X7', 'folders swapped for links 10,000 times', '0 reads or writes outside', {
    unit: ['src/store/files/safe-open.test.ts'],
  }),
  row('X8', 'hostile git settings and arguments', 'no process but git', {
    faults: ['hostile-git'],
    figure: true,
    unit: [
      'src/store/git/git-hostile.test.ts',
      'src/store/git/git-redirected.test.ts',
      'src/store/git/git-refs.test.ts',
      'src/explorations/finalize/git-programs.test.ts',
    ],
  }),
  row('X9', '40 secrets x encodings x every split x every sink', '0 found', {
    faults: ['masking', 'secrets-in-runs', 'secrets-in-tools'],
    figure: true,
  }),
  row('X10', 'where a secret is while a run has it', 'in that run alone', {
    faults: ['secrets-in-runs'],
    doors: ['secrets', 'tools'],
  }),
  row('X11', 'no grant, one changed byte, also of a package, a clone', 'nothing else is started', {
    doors: ['secrets', 'tools', 'tool-trust', 'tool-runtimes'],
    unit: ['src/secrets/for-tools.test.ts', 'src/tools/runtime/bundle.test.ts'],
  }),
  row('X12', 'hostile repository, every read command and page', 'only Furrow and git run', {
    faults: ['untrusted', 'foreign-programs', 'hostile-git'],
    unit: ['src/store/programs/find-program.test.ts'],
    figure: true,
  }),
  row('X13', '39 acts from inside a tool and an agent, as root and not', 'as tabled in docs/reliability.md', {
    faults: ['escapes', 'ordinary-user', 'agent-view', 'agent-tools', 'tool-view'],
    unit: [
      'src/runs/spawn/missing-walls.test.ts',
      'src/agents/containment/sockets.test.ts',
      'src/explorations/forged-approvals.test.ts',
      'src/board/board.test.ts',
    ],
    doors: ['containment', 'agent-hostile-git', 'agent-objects', 'agent-worktrees', 'http-decisions'],
    figure: true,
  }),
  row('X14', 'hostile texts in every stored field', 'no script runs', { browser: ['hostile-text'] }),
  row('X15', 'an agent that obeys everything it reads', 'nothing that is for a person', { faults: ['poisoned'] }),
  row('X16', '50 MCP clients over HTTP with the same ids', '0 cross-talk', { doors: ['mcp-crosstalk'] }),
  row('X17', 'the log cannot be written', 'no decision is made without it', { faults: ['unlogged'] }),
  row('X18', 'lockfile, install scripts, offline', 'public registry, sound hashes, no download when run', {
    unit: ['scripts/supply-chain.test.ts'],
  }),
  row('X19', 'hostile values in what is offered for pasting', 'one command, every value one argument', {
    doors: ['pasted'],
    unit: ['src/shared/shell/shell.test.ts'],
  }),
  row('X20', 'Furrow installed in five ways', 'the advice updates that copy', { doors: ['installation'] }),
  row('X21', 'the log is edited, cut, replaced or calculated again', 'doctor names the entry', {
    faults: ['log-chain'],
    unit: ['src/store/moved/moved.test.ts'],
  }),
]

function row(id, what, target, { figure = false, ...suites }) {
  const files = Object.entries(suites).flatMap(([suite, names]) => names.map(name => FILE[suite](name)))
  return { id, what, target, needsFigure: figure, suites: Object.keys(suites), files }
}

/** The files outside the suites that are run whole, by suite. */
export function filesOf(suite, rows = ROWS) {
  const own = FILE[suite]('x').replace(/x(?:\.test|\.soak)?\.ts$/, '')
  const files = rows.filter(({ suites }) => suites.includes(suite)).flatMap(({ files }) => files)
  return [...new Set(files.filter(file => (suite === 'unit' ? !file.startsWith('tests/') : file.startsWith(own))))]
}

/**
 * Each row with what was measured: the figures that were printed for it, else how many tests held. A row is missing
 * when it has neither, or no figure where it needs one.
 */
export function judge(rows, { figures, tests }) {
  return rows.map(({ id, what, target, needsFigure, files }) => {
    const told = summed(figures.filter(({ test }) => test === id))
    const own = testsOf(
      id,
      tests.filter(({ file }) => files.includes(file)),
    )
    const failed = own.filter(({ status }) => status !== 'passed')
    const held = own.length === 0 ? '' : `${own.length} ${own.length === 1 ? 'test holds' : 'tests hold'}`
    const measured = told.join('; ') || (needsFigure ? '' : held)
    const verdict = failed.length > 0 ? `FAILED ${failed[0].name}` : measured === '' ? 'NO FIGURE' : 'ok'
    return { id, what, target, measured, verdict }
  })
}

/** Tests that carry the id; where a file names none, all of it is about this row. */
function testsOf(id, tests) {
  const named = tests.filter(({ name }) => new RegExp(`\\b${id}\\b`).test(name))
  return named.length > 0 ? named : tests.filter(({ name }) => !/\b[DPFX]\d+\b/.test(name))
}

const MANY = 6

/** Figures of one form are added up when they are many: a row for each operation would be a table of its own. */
function summed(figures) {
  const forms = groupBy(figures, formOf)
  return [...forms.values()].flatMap(alike =>
    alike.length > MANY
      ? [`${alike.length} x: ${addedUp(alike)}`]
      : alike.map(({ what, value }) => `${what}: ${value}`),
  )
}

function groupBy(values, keyOf) {
  const groups = new Map()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

const NUMBER = /\d+(?:\.\d+)?/g

function formOf({ value }) {
  return String(value).replace(NUMBER, '#')
}

function addedUp(alike) {
  const numbers = alike.map(({ value }) => String(value).match(NUMBER) ?? [])
  let at = 0
  return String(alike[0].value).replace(NUMBER, () => {
    const sum = numbers.reduce((total, found) => total + Number(found[at]), 0)
    at += 1
    return String(Math.round(sum * 100) / 100)
  })
}

export function asMarkdown(judged) {
  const cells = [
    ['id', 'what', 'target', 'measured', ''],
    ['---', '---', '---', '---', '---'],
    ...judged.map(({ id, what, target, measured, verdict }) => [id, what, target, measured, verdict]),
  ]
  return cells.map(line => `| ${line.join(' | ')} |`).join('\n')
}
