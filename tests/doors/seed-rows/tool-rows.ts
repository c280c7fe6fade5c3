/** Where a row of the black-box table of seed 004 is held: by a test (file, beginning of its title) or by a sentence of the docs. */
export type Held = { readonly test: readonly [string, string] } | { readonly says: readonly [string, string] }

const test =
  (file: string) =>
  (title: string): Held => ({ test: [file, title] })
const says =
  (file: string) =>
  (sentence: string): Held => ({ says: [file, sentence] })

const six = test('tests/doors/six-tools.test.ts')
const run = test('src/tools/run/run.test.ts')
const meta = test('src/tools/meta/read-meta.test.ts')
const hostile = test('src/tools/hostile.test.ts')
const tools = test('tests/doors/tools.test.ts')
const page = test('tests/browser/tools.test.ts')
const runPage = test('tests/browser/run-page.test.ts')
const runs = test('tests/browser/runs.test.ts')
const making = test('tests/doors/toolmaking.test.ts')
const makingPage = test('tests/browser/tool-making.test.ts')
const ask = test('tests/doors/ask.test.ts')
const askPage = test('tests/browser/ask.test.ts')
const shipped = (name: string) => test(`tests/tools/${name}.test.ts`)
const docs = says('docs/tools.md')
const askDocs = says('docs/ask.md')

const deployMeta = meta('the deploy example is read as it is written')
const deployPage = page('the deploy example: form, missing secrets')
const everyField = page('every kind of field is filled')
const bare = run('a tool to the bare protocol runs and leaves a record')
const streaming = six('streaming: progress, levels, attachment and result')
const fields = six('all field types: each door gives the tool the same input')
const keeper = six('secrets: the tool has the key at each door')
const followUps = six('follow-ups: each door offers those that hold')
const secretsMissing = test('tests/doors/secrets.test.ts')('X11: without its secrets a tool answers 422')
const threadsPage = askPage('threads are found by what was said, renamed')
const addTo = test('src/flows/add-to/add.test.ts')
const largeResult = test('src/tools/interactions/large-result.test.ts')
const deploy = shipped('deploy')

/** The 159 rows, by their numbers. */
export const TOOL_ROWS: Readonly<Record<number, Held>> = {
  1: bare,
  2: deployMeta,
  3: bare,
  4: test('tests/doors/tool-ready.test.ts')('on a terminal every step is asked about once'),
  5: test('tests/doors/tool-trust.test.ts')('X11: a grant is for the runtime that it was given for'),
  6: docs('Nothing is downloaded when a tool runs'),
  7: docs('`furrow tool install <name>` installs its packages, without their scripts'),
  8: tools('X10 a tool has the allowed variables'),
  9: test('tests/doors/secrets.test.ts')('X10: a granted value reaches the child alone'),
  10: bare,
  11: hostile('a tool that ends without a result fails with its exit code'),
  12: streaming,
  13: streaming,
  14: streaming,
  15: streaming,
  16: streaming,
  17: tools('a stream carries the events of a tool with their types'),
  18: meta('the folder is the name, whatever the tool calls itself'),
  19: deployMeta,
  20: deployMeta,
  21: meta('a wrong field is reported on that field'),
  22: test('tests/doors/tool-ready.test.ts')('a script gets the list with the commands'),
  23: ask('the built-in tool ama is set up, runs'),
  24: test('tests/doors/tool-ready.test.ts')('a script gets the list with the commands'),
  25: run('input that does not fit the schema is refused field by field'),
  26: deployMeta,
  27: secretsMissing,
  28: everyField,
  29: tools('a stream is taken up again after the last line'),
  30: followUps,
  31: hostile('a tool that hangs is ended after its time'),
  32: test('src/web/tools/list/groups.test.ts')('tools stand by their first tag'),
  33: tools('what is not to be kept is nowhere on disk'),
  34: ask('an agent gets the passages with instructions'),
  35: meta('a wrong field is reported on that field'),
  36: keeper,
  37: deployMeta,
  38: secretsMissing,
  39: fields,
  40: fields,
  41: test('src/web/tools/editor/script-languages.test.ts')('bash: comments'),
  42: fields,
  43: fields,
  44: fields,
  45: test('tests/doors/tool-files.test.ts')('a file that is sent is a path of the workspace'),
  46: everyField,
  47: test('tests/doors/tool-forms.test.ts')('the defaults of a form count at every door'),
  48: fields,
  49: test('tests/browser/tool-schema-forms.test.ts')('D11: a tool without a layout has a form from its schema'),
  50: deployPage,
  51: followUps,
  52: test('src/shared/follow-ups/templates.test.ts')('for a model every value is enclosed'),
  53: deployPage,
  54: test('src/shared/follow-ups/templates.test.ts')('a string that is one place alone keeps the type'),
  55: docs('Trust is\n  kept in your own folder and covers exact bytes'),
  56: secretsMissing,
  57: secretsMissing,
  58: keeper,
  59: test('tests/faults/secrets-in-tools.test.ts')('X9 forty secrets that a tool was granted reach no sink'),
  60: keeper,
  61: deployPage,
  62: deployPage,
  63: shipped('notify')('missing secrets, wrong input, a refusal'),
  64: bare,
  65: run('a streaming tool: log, progress and attachment events'),
  66: docs('They are kept out of git.'),
  67: bare,
  68: docs('Logs are\n  cut in the middle beyond 16 MiB'),
  69: tools('old interactions are cleared away with their logs'),
  70: page('two runs are compared, one is kept, one is deleted'),
  71: streaming,
  72: page('by keyboard alone: find a tool, fill it'),
  73: test('tests/doors/large-results.test.ts')('the command line prints a large result whole into a pipe'),
  74: largeResult('conditions, questions and operations of follow-ups see the whole'),
  75: ask('an agent gets the passages with instructions'),
  76: ask('an agent gets the passages with instructions'),
  77: threadsPage,
  78: threadsPage,
  79: askPage('a first question begins a thread'),
  80: askPage('a first question begins a thread'),
  81: threadsPage,
  82: askDocs('`committed_to` is set by committing alone'),
  83: askPage('what is deleted can be taken back at once'),
  84: ask('a thread becomes a feature, a ponder and a task'),
  85: test('tests/doors/ask-thread.test.ts')('a server answers everybody else while it reads'),
  86: askPage('a first question begins a thread'),
  87: askPage('a first question begins a thread'),
  88: largeResult('a large result that failed becomes a card with its data'),
  89: test('tests/browser/board.test.ts')('a failed result becomes a task from its menu'),
  90: addTo('every target is made with where it came from'),
  91: addTo('every target is made with where it came from'),
  92: addTo('every target is made with where it came from'),
  93: test('tests/browser/board.test.ts')('a failed result becomes a task from its menu'),
  94: docs("an operation of Furrow's own that is done at once, without an agent"),
  95: askPage('a thread becomes a feature and a ponder'),
  96: test('tests/doors/ask-synthesis.test.ts')('a thread that becomes a feature is there at once'),
  97: ask('a thread becomes a feature, a ponder and a task'),
  98: ask('a thread becomes a feature, a ponder and a task'),
  99: addTo('a failed build becomes a task on the current feature'),
  100: deploy('the follow-ups of a deploy'),
  101: addTo('every target is made with where it came from'),
  102: followUps,
  103: docs('Result and input are those of the stored run.'),
  104: docs('409 when the condition does not hold (the original design has 400)'),
  105: docs('`run_key` is `tool-act:<tool>:<follow-up>:<run>`'),
  106: test('tests/browser/agent-runs.test.ts')('a follow-up of a failed result: prompt shown'),
  107: test('src/shared/follow-ups/templates.test.ts')('places that lead to nothing are named'),
  108: test('src/shared/follow-ups/fuzz.test.ts')('F6 every condition of the grammar'),
  109: docs("Built-in tools follow Furrow's version"),
  110: ask('the built-in tool ama is set up, runs'),
  111: ask('at a terminal a question is answered by passages'),
  112: shipped('quality-check')('quality-check runs the gates of the config at once'),
  113: docs('It streams, because gates take minutes'),
  114: shipped('quality-check')('quality-check runs the gates of the config at once'),
  115: makingPage('a tool is planned and built with an agent'),
  116: making('a plan only reads; a taken name'),
  117: making('a built tool is proven in its worktree'),
  118: docs('before that nothing of it runs for you'),
  119: makingPage('Clone asks for a name'),
  120: making('a built tool is proven in its worktree'),
  121: makingPage('Evolve is offered for a tool of the repository'),
  122: docs('`furrow tool sync --check` fails in CI'),
  123: making('a built tool is proven in its worktree'),
  124: making('a plan only reads; a taken name'),
  125: test('tests/doors/tool-runtimes.test.ts')('a tool uses what bun brings along'),
  126: ask('the built-in tool ama is set up, runs'),
  127: tools('tools called build and plan are ordinary names'),
  128: page('a tool that came with the repository runs only after'),
  129: secretsMissing,
  130: six('all field types: each door'),
  131: tools('a stream carries the events of a tool with their types'),
  132: test('tests/doors/tool-ready.test.ts')('on a terminal every step is asked about once'),
  133: tools('an agent has every trusted tool as its own'),
  134: page('by mouse: find a tool, fill it, run'),
  135: deployPage,
  136: page('a result is shown as its tool says'),
  137: page('on a phone one pane shows at a time'),
  138: runs('levels and colours are shown'),
  139: runPage('a run shows how far it is and how long it takes'),
  140: runs('scrolling up pauses, new lines are counted'),
  141: runs('the log can be downloaded as it was written'),
  142: page('two runs are compared, one is kept, one is deleted'),
  143: test('src/web/tools/history/history-samples.test.ts')('the interaction asked for is shown'),
  144: page('by mouse: find a tool, fill it, run'),
  145: hostile('a tool that hangs is ended after its time'),
  146: six('cancel: what each door cancels is gone with its children'),
  147: test('tests/doors/agent-runs.test.ts')('ends the agent and its children'),
  148: shipped('build')('a C program is built by make'),
  149: shipped('logs')('files: rotated and packed ones in order'),
  150: deploy('a git remote with a hook'),
  151: shipped('consent')('an agent cannot deploy to production'),
  152: test('tests/tools/db-query/postgres.test.ts')('nor when the words are not looked at'),
  153: shipped('api-health')('a server that drifts'),
  154: shipped('notify')('what each provider gets fits its description'),
  155: shipped('metrics')('a real Prometheus'),
  156: shipped('search-codebase')('this repository is searched by question'),
  157: shipped('feature-flags')('a toggle in production needs a person'),
  158: shipped('browser-test')('a runner with a real Chromium'),
  159: test('tests/doors/server-access.test.ts')('a tool that declares the two variables gets them'),
}
