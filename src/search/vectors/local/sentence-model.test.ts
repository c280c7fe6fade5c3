import { expect, test } from 'vitest'
import { TINY, tinyFiles, tinyTensors, valuesOf, WORDS } from '../../../../tests/support/tiny-model.ts'
import { openKernel, packInto } from './kernel.ts'
import { SentenceModel } from './sentence-model.ts'
import { readTensors } from './weights.ts'
import { piecesOf } from './word-pieces.ts'

type Rows = number[][]

test.each([
  [4, 1, 8],
  [8, 32, 16],
  [12, 7, 24],
])('the kernel adds the product of %d x %d and %d columns to what is there', (m, k, n) => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const value = (row: number, column: number) => Math.sin(row * 31 + column * 7)
  const at = { a: 0, w: m * k, c: m * k + k * n }
  const numbers = new Float32Array(memory.buffer)
  for (let row = 0; row < m; row += 1) for (let p = 0; p < k; p += 1) numbers[at.a + row * k + p] = value(row, p)
  packInto(numbers.subarray(at.w, at.c), [k, n], (p, column) => value(p + 100, column))
  numbers.fill(2, at.c, at.c + m * n)
  openKernel(memory)(4 * at.a, 4 * at.w, 4 * at.c, m, k, n)
  for (let row = 0; row < m; row += 1)
    for (let column = 0; column < n; column += 1) {
      let expected = 2
      for (let p = 0; p < k; p += 1) expected += value(row, p) * value(p + 100, column)
      expect(numbers[at.c + row * n + column]).toBeCloseTo(expected, 4)
    }
})

test.each([[[0, 3, 1]], [[0, 3, 4, 5, 8, 9, 1]], [Array.from({ length: 128 }, (_, n) => n % WORDS.length)]])(
  'a text means what the plain formulas say',
  pieces => {
    const files = tinyFiles()
    const model = new SentenceModel(readTensors(String(files['manifest.json']), files['weights.bin'] as Uint8Array))
    const [expected, found] = [plainly(pieces), model.vectorOf(pieces)]
    for (let n = 0; n < TINY.width; n += 1) expect(found[n]).toBeCloseTo(expected[n] ?? 0, 4)
    expect(Math.hypot(...found)).toBeCloseTo(1, 5)
    // What was worked on before leaves no trace.
    expect(model.vectorOf(pieces)).toEqual(found)
  },
)

test('words are cut into the longest pieces that are known, without case and accents', () => {
  const vocabulary = new Map([...WORDS, '用'].map((word, n) => [word, n]))
  const named = (text: string, most = 128) => piecesOf(text, vocabulary, most).map(n => [...WORDS, '用'][n])
  expect(named('Wálrus sleeps.')).toEqual(['[CLS]', 'walrus', 'sleep', '##s', '.', '[SEP]'])
  expect(named('用 gyxq tram')).toEqual(['[CLS]', '用', '[UNK]', 'tram', '[SEP]'])
  expect(named('tram '.repeat(500), 16)).toHaveLength(16)
  expect(named('x'.repeat(5000))).toEqual(['[CLS]', '[UNK]', '[SEP]'])
  expect(named('')).toEqual(['[CLS]', '[SEP]'])
})

/** The same transformer, written down as the formulas are. */
function plainly(pieces: readonly number[]): number[] {
  const tensors = new Map(tinyTensors().map(tensor => [tensor.name, { shape: tensor.shape, values: valuesOf(tensor) }]))
  const bert = 'StatefulPartitionedCall/model/tf_bert_model/bert'
  const layer = `${bert}/encoder/layer_._0`
  const list = (name: string) => tensors.get(name)?.values ?? []
  const rowsOf = (name: string): Rows => {
    const { shape = [], values = [] } = tensors.get(name) ?? {}
    const width = shape[1] ?? 0
    return Array.from({ length: shape[0] ?? 0 }, (_, row) => values.slice(row * width, (row + 1) * width))
  }
  const dense = (place: string, rows: Rows) => {
    const [weights, bias] = [rowsOf(`${place}/Tensordot/ReadVariableOp`), list(`${place}/BiasAdd/ReadVariableOp`)]
    return times(rows, weights).map(row => row.map((value, n) => value + (bias[n] ?? 0)))
  }
  const norm = (place: string, rows: Rows) => {
    const [shift, scale] = [
      list(`${place}/LayerNorm/batchnorm/ReadVariableOp`),
      list(`${place}/LayerNorm/batchnorm/mul/ReadVariableOp`),
    ]
    return rows.map(row => {
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length
      const spread = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length + 1e-12)
      return row.map((value, n) => ((value - mean) / spread) * (scale[n] ?? 0) + (shift[n] ?? 0))
    })
  }
  const [words, places, kinds] = [rowsOf('unknown'), rowsOf('unknown_0'), rowsOf('unknown_1')]
  const start = pieces.map((piece, at) =>
    (words[piece] ?? []).map((value, n) => value + (places[at]?.[n] ?? 0) + (kinds[0]?.[n] ?? 0)),
  )
  let hidden = norm(`${bert}/embeddings`, start)
  const [query, key, value] = ['query', 'key', 'value'].map(name => dense(`${layer}/attention/self/${name}`, hidden))
  const heads = Array.from({ length: 12 }, (_, head) => {
    const [q, k, v] = [query, key, value].map(rows => (rows ?? []).map(row => row.slice(head * 8, head * 8 + 8)))
    const shares = times(q ?? [], turned(k ?? [])).map(row => softened(row.map(one => one / Math.sqrt(8))))
    return times(shares, v ?? [])
  })
  const context = pieces.map((_, row) => heads.flatMap(head => head[row] ?? []))
  hidden = norm(`${layer}/attention/output`, sum(hidden, dense(`${layer}/attention/output/dense`, context)))
  const wide = dense(`${layer}/intermediate/dense`, hidden).map(row => row.map(bent))
  hidden = norm(`${layer}/output`, sum(hidden, dense(`${layer}/output/dense`, wide)))
  const mean = (hidden[0] ?? []).map((_, n) => hidden.reduce((all, row) => all + (row[n] ?? 0), 0) / hidden.length)
  return mean.map(one => one / Math.hypot(...mean))
}

function times(a: Rows, b: Rows): Rows {
  return a.map(row => (b[0] ?? []).map((_, n) => row.reduce((all, value, p) => all + value * (b[p]?.[n] ?? 0), 0)))
}

function turned(rows: Rows): Rows {
  return (rows[0] ?? []).map((_, n) => rows.map(row => row[n] ?? 0))
}

function sum(a: Rows, b: Rows): Rows {
  return a.map((row, at) => row.map((value, n) => value + (b[at]?.[n] ?? 0)))
}

function softened(row: number[]): number[] {
  const powers = row.map(Math.exp)
  const all = powers.reduce((total, value) => total + value, 0)
  return powers.map(value => value / all)
}

/** By the integral of the normal distribution, in small steps. */
function bent(value: number): number {
  const steps = 2000
  let area = 0
  for (let n = 0; n < steps; n += 1) area += (Math.exp(-((((n + 0.5) / steps) * value) ** 2) / 2) * value) / steps
  return value * (0.5 + area / Math.sqrt(2 * Math.PI))
}
