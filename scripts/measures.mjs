// `node scripts/measures.mjs` prints the shape of the sources beside that of code that others hold up: sizes, nesting,
// rooms, names. `--check` fails where a limit of ours is passed. `--of <folder>` measures another tree.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync } from 'oxc-parser'
import { root } from './inputs.mjs'
import { ANCHORS, COLUMNS, EXPECTED_NAMES, LIMITS } from './measures-table.mjs'

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const NESTS = new Set([
  ...['IfStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement'],
  ...['DoWhileStatement', 'SwitchStatement', 'TryStatement'],
])
const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration'])

export function measure(folders) {
  const files = folders.flatMap(sourcesIn)
  const read = files.map(file => ({ file, ...measureFile(file) }))
  const functions = read.flatMap(({ functions }) => functions)
  const lengths = functions.map(({ lines }) => lines)
  return {
    files: files.length,
    lines: sum(read.map(({ lines }) => lines)),
    'file lines, median / p95 / max': spread(read.map(({ lines }) => lines)),
    'function lines, median / p95': spread(lengths, 2),
    'functions > 40 / > 80 lines': `${countAbove(lengths, 40)} / ${countAbove(lengths, 80)}`,
    'nesting p95 / max': spread(functions.map(({ nesting }) => nesting)).replace(/^\d+ \/ /, ''),
    'parameters > 4': countAbove(
      functions.map(({ parameters }) => parameters),
      4,
    ),
    any: sum(read.map(({ anys }) => anys)),
    'double casts': sum(read.map(({ doubleCasts }) => doubleCasts)),
    'cycles of values': cyclesOf(read).length,
    'folders above 15 files': fullFolders(files),
    'type names for several things': repeatedTypes(read.filter(({ file }) => !isTool(file))),
    'file names more than 5 times': repeatedNames(files),
  }
}

function measureFile(file) {
  const text = fs.readFileSync(file, 'utf8')
  const { program } = parseSync(file, text)
  const lineOf = lineFinder(text)
  const found = { lines: text.split('\n').length - 1, functions: [], anys: 0, doubleCasts: 0, types: [], imports: [] }
  walk(program, { nesting: 0, into: undefined }, (node, state) => visit(node, state, found, lineOf))
  return found
}

function visit(node, state, found, lineOf) {
  if (node.type === 'TSAnyKeyword') found.anys += 1
  if (node.type === 'TSAsExpression' && node.expression.type === 'TSAsExpression') found.doubleCasts += 1
  if (TYPES.has(node.type) && node.id) found.types.push(node.id.name)
  const source = node.source?.value
  if (typeof source === 'string' && source.startsWith('.') && isOfValues(node)) found.imports.push(source)
  if (FUNCTIONS.has(node.type)) {
    const into = { lines: lineOf(node.end) - lineOf(node.start) + 1, nesting: 0, parameters: node.params.length }
    found.functions.push(into)
    return { nesting: 0, into }
  }
  if (!NESTS.has(node.type) || state.isElse === node) return state
  const nesting = state.nesting + 1
  if (state.into) state.into.nesting = Math.max(state.into.nesting, nesting)
  return { ...state, nesting, isElse: node.alternate }
}

/** Also an import whose names are all types is gone when the code runs. */
function isOfValues(node) {
  if (node.type === 'ImportDeclaration')
    return node.importKind !== 'type' && !(node.specifiers?.length > 0 && node.specifiers.every(isType))
  return /^Export(?:Named|All)Declaration$/.test(node.type) && node.exportKind !== 'type'
}

function isType({ importKind }) {
  return importKind === 'type'
}

function walk(node, state, visitor) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, state, visitor)
    return
  }
  if (node === null || typeof node !== 'object') return
  const inner = typeof node.type === 'string' ? visitor(node, state) : state
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value, inner, visitor)
}

/** Groups of files that load each other, by their imports of values. */
function cyclesOf(read) {
  const known = new Set(read.map(({ file }) => file))
  const next = new Map(read.map(({ file, imports }) => [file, imports.map(each => resolved(file, each, known))]))
  const place = new Map()
  const low = new Map()
  const stack = []
  const cycles = []
  const connect = file => {
    place.set(file, place.size)
    low.set(file, place.get(file))
    stack.push(file)
    for (const target of next.get(file).filter(Boolean)) {
      if (!place.has(target)) connect(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file), low.get(target)))
    }
    if (low.get(file) !== place.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group)
  }
  for (const file of known) if (!place.has(file)) connect(file)
  return cycles
}

function resolved(from, specifier, known) {
  const target = path.resolve(path.dirname(from), specifier)
  return [target, target.replace(/\.js$/, '.ts'), `${target}.ts`].find(each => known.has(each))
}

function fullFolders(files) {
  const full = counted(files.map(file => path.dirname(file))).filter(([, count]) => count > 15)
  return full.map(([folder, count]) => `${path.relative(root, folder)} ${count}`)
}

/** Each tool that ships is a program of its own, which is copied to where it runs. */
function isTool(file) {
  return file.startsWith(path.join(root, 'tools') + path.sep)
}

function repeatedTypes(read) {
  const named = read.flatMap(({ types }) => [...new Set(types)])
  return counted(named)
    .filter(([, count]) => count > 1)
    .map(([name, count]) => `${name} ${count}`)
}

function repeatedNames(files) {
  const named = counted(files.map(file => path.basename(file)))
  return named
    .filter(([name, count]) => count > 5 && !EXPECTED_NAMES.has(name))
    .map(([name, count]) => `${name} ${count}`)
}

function counted(words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

function sourcesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter(name => /\.(?:ts|tsx|js|mjs)$/.test(name) && !/\.(?:test|d)\.|(?:^|\/)(?:node_modules|tests?)\//.test(name))
    .map(name => path.join(folder, name))
}

function spread(numbers, parts = 3) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const at = share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return [at(0.5), at(0.95), sorted.at(-1) ?? 0].slice(0, parts).join(' / ')
}

function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function countAbove(numbers, limit) {
  return numbers.filter(number => number > limit).length
}

/** What passes a limit, each as a line for a person. */
export function overLimits(measured) {
  return Object.entries(LIMITS).flatMap(([name, most]) => {
    const value = measured[name]
    const number = Array.isArray(value) ? value.length : value
    if (number <= most) return []
    return [`${name}: ${number}, the limit is ${most}${Array.isArray(value) ? ` (${value.join(', ')})` : ''}`]
  })
}

function shown(value) {
  return Array.isArray(value) ? String(value.length) : String(value)
}

function printBesideAnchors(measured) {
  const rows = [['', 'this tree', ...Object.keys(ANCHORS)]]
  for (const name of COLUMNS)
    rows.push([name, shown(measured[name]), ...Object.values(ANCHORS).map(anchor => anchor[name] ?? '')])
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { of: { type: 'string' }, check: { type: 'boolean' } } })
  const measured = measure(values.of ? [path.resolve(values.of)] : ['src', 'tools'].map(name => path.join(root, name)))
  const problems = overLimits(measured)
  if (!values.check) printBesideAnchors(measured)
  for (const problem of problems) console.error(problem)
  process.exit(values.check && problems.length > 0 ? 1 : 0)
}
