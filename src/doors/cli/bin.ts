// The bin answers `--version` by itself and loads the rest only when it is needed.
declare const FURROW_VERSION: string

const words = process.argv.slice(2)
/** A server starts this file once more, as a thread; see app/worker/. */
const isThread = () => !(require('node:worker_threads') as typeof import('node:worker_threads')).isMainThread
const isHelp = words.some(word => word === '--help' || word === '-h')
if (words[0] === '--version' || words[0] === '-V') process.stdout.write(`${FURROW_VERSION}\n`)
else if (words[0] === 'mcp' && !isHelp) require('./mcp.cjs')
else if (words[0] === 'hook' && !isHelp)
  void import('./builtin/hook.ts').then(async ({ answerHook: hook }) => {
    process.exitCode = await hook(words.slice(1))
  })
else if (words[0] === '__thread' && isThread())
  void import('../../app/worker/start-worker.ts').then(({ startWorker: begin }) => begin())
else void import('./main.ts').then(({ main }) => main(words))
