// The limits of scripts/measures.mjs, and what the same measures gave for trees that are often held up as clean.
// The anchors were measured once, on copies that are not part of this repository; `--of` measures one again.

/** Each with the most that passes. */
export const LIMITS = {
  any: 0,
  'double casts': 6,
  'cycles of values': 0,
  'folders above 15 files': 0,
  'type names for several things': 0,
  'file names more than 5 times': 0,
}

/** One of each in every domain, and in every tool that ships, by design. */
export const EXPECTED_NAMES = new Set(['contracts.ts', 'model.ts', 'tool.ts', 'meta.ts'])

export const COLUMNS = [
  'files',
  'lines',
  'file lines, median / p95 / max',
  'function lines, median / p95',
  'functions > 40 / > 80 lines',
  'nesting p95 / max',
  'parameters > 4',
  'any',
  'double casts',
  'cycles of values',
  'folders above 15 files',
  'type names for several things',
  'file names more than 5 times',
]

const row = (files, lines, fileLines, functionLines, long, nesting, parameters, any, doubleCasts) => ({
  files,
  lines,
  'file lines, median / p95 / max': fileLines,
  'function lines, median / p95': functionLines,
  'functions > 40 / > 80 lines': long,
  'nesting p95 / max': nesting,
  'parameters > 4': parameters,
  any,
  'double casts': doubleCasts,
})

export const ANCHORS = {
  execa: row('108', '7.4k', '54 / 167 / 243', '5 / 26', '11 / 1', '1 / 3', '0', '0', '0'),
  hono: row('187', '25.7k', '70 / 437 / 2778', '6 / 61', '106 / 35', '3 / 8', '11', '73', '32'),
  'trpc server': row('83', '10.4k', '76 / 454 / 775', '9 / 67', '51 / 21', '2 / 5', '0', '24', '18'),
  vitest: row('253', '52.3k', '85 / 681 / 1774', '6 / 62', '261 / 104', '2 / 6', '27', '119', '10'),
  opencode: row('360', '80.5k', '101 / 945 / 2042', '5 / 60', '525 / 242', '2 / 7', '31', '10', '1'),
  'query-core': row('23', '7.3k', '223 / 784 / 1399', '7 / 55', '30 / 11', '2 / 5', '0', '11', '5'),
}
