import { INTERRUPTERS, SOFT_BREAK } from './interruption.ts'

/**
 * Aho-Corasick over bytes. States are numbered breadth first: the shallow ones, where nearly all bytes of ordinary
 * output are spent, have a dense row per state; the deep ones, where memory would go, keep a child list and a
 * failure link.
 */
export interface Automaton {
  /** Maps a byte to its column; bytes that no pattern holds share column 0. */
  readonly columns: Uint8Array
  readonly width: number
  /** Rows of shallow states. An entry below `denseSize` is the next row's offset, above it a deep state; `denseSize` says: this may interrupt. */
  readonly dense: Int32Array
  readonly denseSize: number
  readonly denseCount: number
  readonly first: Int32Array
  readonly sibling: Int32Array
  readonly label: Uint8Array
  readonly fail: Int32Array
  readonly depth: Int32Array
  /** Length of the longest pattern that ends in a state; 0 for none. */
  readonly ends: Int32Array
}

const DENSE_DEPTH = 4

export function buildAutomaton(patterns: readonly Uint8Array[]): Automaton {
  const { terminal, ...trie } = numberBreadthFirst(buildTrie(patterns))
  const { fail, ends } = linkFailures({ ...trie, terminal })
  const denseCount = countShallow(trie.depth)
  const { columns, width } = assignColumns(patterns)
  const denseSize = denseCount * width
  const dense = fillDense({ ...trie, fail, columns, width, denseCount, denseSize })
  return { ...trie, fail, ends, columns, width, dense, denseSize, denseCount }
}

interface Trie {
  readonly first: Int32Array
  readonly sibling: Int32Array
  readonly label: Uint8Array
  readonly depth: Int32Array
  readonly terminal: Uint8Array
}

function buildTrie(patterns: readonly Uint8Array[]): Trie {
  const size = patterns.reduce((sum, pattern) => sum + pattern.length, 2)
  const trie = emptyTrie(size)
  let count = 1
  const insert = (pattern: Uint8Array) => {
    let state = 0
    for (const byte of pattern) {
      let child = childOf(trie, state, byte)
      if (child === 0) {
        child = count++
        trie.label[child] = byte
        trie.depth[child] = (trie.depth[state] as number) + 1
        trie.sibling[child] = trie.first[state] as number
        trie.first[state] = child
      }
      state = child
    }
    return state
  }
  for (const pattern of patterns) trie.terminal[insert(pattern)] = 1
  // A state of its own, so that the search stops at a line break behind it.
  insert(Uint8Array.of(SOFT_BREAK))
  return trim(trie, count)
}

function emptyTrie(size: number): Trie {
  return {
    first: new Int32Array(size),
    sibling: new Int32Array(size),
    label: new Uint8Array(size),
    depth: new Int32Array(size),
    terminal: new Uint8Array(size),
  }
}

function trim(trie: Trie, count: number): Trie {
  return {
    first: trie.first.slice(0, count),
    sibling: trie.sibling.slice(0, count),
    label: trie.label.slice(0, count),
    depth: trie.depth.slice(0, count),
    terminal: trie.terminal.slice(0, count),
  }
}

export function childOf(trie: Pick<Trie, 'first' | 'sibling' | 'label'>, state: number, byte: number): number {
  let child = trie.first[state] as number
  while (child !== 0 && trie.label[child] !== byte) child = trie.sibling[child] as number
  return child
}

function numberBreadthFirst(trie: Trie): Trie {
  const count = trie.first.length
  const order = new Int32Array(count)
  const rank = new Int32Array(count)
  let filled = 1
  for (let at = 0; at < filled; at++) {
    for (let child = trie.first[order[at] as number] as number; child !== 0; child = trie.sibling[child] as number) {
      rank[child] = filled
      order[filled++] = child
    }
  }
  const numbered = emptyTrie(count)
  for (let at = 0; at < count; at++) {
    const old = order[at] as number
    numbered.first[at] = rank[trie.first[old] as number] as number
    numbered.sibling[at] = rank[trie.sibling[old] as number] as number
    numbered.label[at] = trie.label[old] as number
    numbered.depth[at] = trie.depth[old] as number
    numbered.terminal[at] = trie.terminal[old] as number
  }
  return numbered
}

function linkFailures(trie: Trie): { fail: Int32Array; ends: Int32Array } {
  const fail = new Int32Array(trie.first.length)
  const ends = new Int32Array(trie.first.length)
  for (let state = 0; state < trie.first.length; state++) {
    for (let child = trie.first[state] as number; child !== 0; child = trie.sibling[child] as number) {
      const link = state === 0 ? 0 : followByte(trie, fail, fail[state] as number, trie.label[child] as number)
      fail[child] = link
      ends[child] = trie.terminal[child] === 1 ? (trie.depth[child] as number) : (ends[link] as number)
    }
  }
  return { fail, ends }
}

export function followByte(
  trie: Pick<Trie, 'first' | 'sibling' | 'label'>,
  fail: Int32Array,
  from: number,
  byte: number,
): number {
  let state = from
  while (true) {
    const child = childOf(trie, state, byte)
    if (child !== 0 || state === 0) return child
    state = fail[state] as number
  }
}

function countShallow(depth: Int32Array): number {
  const deep = depth.findIndex(each => each > DENSE_DEPTH)
  return deep === -1 ? depth.length : deep
}

function assignColumns(patterns: readonly Uint8Array[]): { columns: Uint8Array; width: number } {
  const used = new Set<number>([...INTERRUPTERS, SOFT_BREAK])
  for (const pattern of patterns) for (const byte of pattern) used.add(byte)
  const columns = new Uint8Array(256)
  // With all 256 bytes in use there is no need for a column of strangers, and 256 would not fit.
  const shift = used.size === 256 ? 0 : 1
  Array.from(used).forEach((byte, index) => {
    columns[byte] = index + shift
  })
  return { columns, width: used.size + shift }
}

type Rows = Omit<Trie, 'terminal'> & Pick<Automaton, 'fail' | 'columns' | 'width' | 'denseCount' | 'denseSize'>

function fillDense(rows: Rows): Int32Array {
  const { width, denseCount, columns, first, sibling, label } = rows
  const dense = new Int32Array(denseCount * width)
  for (let state = 0; state < denseCount; state++) {
    const row = state * width
    const link = (rows.fail[state] as number) * width
    if (state > 0) dense.copyWithin(row, link, link + width)
    for (let child = first[state] as number; child !== 0; child = sibling[child] as number)
      dense[row + (columns[label[child] as number] as number)] = entry(rows, child)
    for (const byte of INTERRUPTERS) dense[row + (columns[byte] as number)] = state === 0 ? 0 : rows.denseSize
  }
  return dense
}

function entry({ width, denseCount, denseSize }: Rows, state: number): number {
  return state < denseCount ? state * width : denseSize + 1 + state
}
