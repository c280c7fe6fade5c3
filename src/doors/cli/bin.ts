// The bin answers `--version` by itself and loads the rest only when it is needed.
declare const FURROW_VERSION: string

const [first] = process.argv.slice(2)
if (first === '--version' || first === '-V') process.stdout.write(`${FURROW_VERSION}\n`)
else if (first === 'mcp') require('./mcp.cjs')
else void import('./main.ts').then(({ main }) => main(process.argv.slice(2)))
