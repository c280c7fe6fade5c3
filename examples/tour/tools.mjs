/** Tools that ran, one of them on a file that is not there. */
export async function run({ person, ended }) {
  for (const [name, input] of RUNS) await ended(name, await person('tool.run', { name, input }))
}

const RUNS = [
  ['shelf-stats', { file: 'shelf.json', longest: 3 }],
  ['shelf-stats', { file: 'shelves.json' }],
  ['quality-check', {}],
]
