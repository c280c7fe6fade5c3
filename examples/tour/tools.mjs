/** Tools with a history: some runs that went well, and one on a file that is not there. */
export async function run({ person, agent, ended }) {
  for (const [name, input] of RUNS) await ended(await person('tool.run', { name, input }))
  await ended(await agent('tool.run', { name: 'shelf-stats', input: { file: 'shelf.json', longest: 5 } }))
}

const RUNS = [
  ['shelf-stats', { file: 'shelf.json', longest: 3 }],
  ['shelf-stats', { file: 'shelves.json' }],
  ['quality-check', {}],
]
