import { type Multiply, openKernel, packInto } from './kernel.ts'
import { addTo, FLOAT, gelu, meanOf, type Norm, normalize, softmax } from './numbers.ts'
import { numberAt, type Tensor, type Tensors } from './weights.ts'

const HEADS = 12
/** As many pieces of a text are looked at: it was trained on texts of this length. */
export const MOST_PIECES = 128
const ROWS_TOGETHER = 8
const PAGE = 65_536

/** Numbers in the memory of the kernel. */
interface Block {
  readonly at: number
  readonly values: Float32Array
}

interface Dense {
  readonly weights: Block
  readonly bias: Float32Array
}

interface TransformerLayer {
  readonly query: Dense
  readonly key: Dense
  readonly value: Dense
  readonly joined: Dense
  readonly joinedNorm: Norm
  readonly wide: Dense
  readonly narrow: Dense
  readonly narrowNorm: Norm
}

/** Rows of a text, and of those how many are pieces; the others fill the last eight up. */
interface Size {
  readonly count: number
  readonly rows: number
}

/** What is worked on, with what each piece takes there. */
const ROOMS = { hidden: 'width', query: 'width', key: 'width', value: 'width', context: 'width', out: 'width' } as const
const SMALL_ROOMS = { wide: 'inner', shares: 'pieces', asked: 'head', packed: 'head', answered: 'head' } as const
const EVERY_ROOM = { ...ROOMS, ...SMALL_ROOMS }
type BufferName = keyof typeof EVERY_ROOM

const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert'

/** Turns the pieces of a text into a vector of length one: the layers of a transformer, then the mean of what they say. */
export class SentenceModel {
  readonly #tensors: Tensors
  readonly #memory: WebAssembly.Memory
  readonly #multiply: Multiply
  readonly #width: number
  readonly #inner: number
  readonly #head: number
  readonly #norm: Norm
  readonly #layers: readonly TransformerLayer[]
  readonly #rooms = new Map<BufferName, Block>()
  #used = 0

  constructor(tensors: Tensors) {
    this.#tensors = tensors
    this.#width = this.#tensor('unknown').shape[1] ?? 0
    this.#inner = this.#tensor(`${BERT}/encoder/layer_._0/intermediate/dense/BiasAdd/ReadVariableOp`).shape[0] ?? 0
    this.#head = this.#width / HEADS
    const layers = [...tensors.keys()].filter(name =>
      name.endsWith('attention/self/query/BiasAdd/ReadVariableOp'),
    ).length
    const weights = layers * this.#width * (4 * this.#width + 2 * this.#inner)
    const rooms = Object.keys(EVERY_ROOM) as BufferName[]
    const scratch = rooms.reduce((sum, name) => sum + this.#lengthOf(name), 0)
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((FLOAT * (weights + scratch)) / PAGE) })
    this.#multiply = openKernel(this.#memory)
    this.#norm = this.#normAt(`${BERT}/embeddings`)
    this.#layers = Array.from({ length: layers }, (_, n) => this.#layerAt(`${BERT}/encoder/layer_._${n}`))
    for (const name of rooms) this.#rooms.set(name, this.#block(this.#lengthOf(name)))
  }

  vectorOf(pieces: readonly number[]): Float32Array {
    const count = Math.min(pieces.length, MOST_PIECES)
    const size = { count, rows: Math.ceil(count / ROWS_TOGETHER) * ROWS_TOGETHER }
    this.#embed(pieces.slice(0, count), size.rows)
    for (const layer of this.#layers) this.#pass(layer, size)
    return meanOf(this.#room('hidden').values, count, this.#width)
  }

  #embed(pieces: readonly number[], rows: number): void {
    const [words, places, kinds] = [this.#tensor('unknown'), this.#tensor('unknown_0'), this.#tensor('unknown_1')]
    const width = this.#width
    const { values } = this.#room('hidden')
    values.fill(0, 0, rows * width)
    for (const [row, piece] of pieces.entries())
      for (let n = 0; n < width; n += 1)
        values[row * width + n] =
          numberAt(words, piece * width + n) + numberAt(places, row * width + n) + numberAt(kinds, n)
    normalize(values, rows, this.#norm)
  }

  #pass(layer: TransformerLayer, size: Size): void {
    const hidden = this.#room('hidden')
    const apply = (dense: Dense, from: BufferName, to: BufferName) => this.#apply(dense, from, to, size.rows)
    const joinedBy = (norm: Norm) => {
      addTo(hidden.values, this.#room('out').values, size.rows * this.#width)
      normalize(hidden.values, size.rows, norm)
    }
    apply(layer.query, 'hidden', 'query')
    apply(layer.key, 'hidden', 'key')
    apply(layer.value, 'hidden', 'value')
    for (let head = 0; head < HEADS; head += 1) this.#attend(head * this.#head, size)
    apply(layer.joined, 'context', 'out')
    joinedBy(layer.joinedNorm)
    apply(layer.wide, 'hidden', 'wide')
    gelu(this.#room('wide').values, size.rows * this.#inner)
    apply(layer.narrow, 'wide', 'out')
    joinedBy(layer.narrowNorm)
  }

  #apply({ weights, bias }: Dense, from: BufferName, to: BufferName, rows: number): void {
    const [input, output] = [this.#room(from), this.#room(to)]
    for (let row = 0; row < rows; row += 1) output.values.set(bias, row * bias.length)
    this.#multiply(input.at, weights.at, output.at, rows, weights.values.length / bias.length, bias.length)
  }

  /** Every piece takes from the others by how well they answer what it asks for. */
  #attend(first: number, { count, rows }: Size): void {
    const [width, head] = [this.#width, this.#head]
    const [query, key, value] = [this.#room('query').values, this.#room('key').values, this.#room('value').values]
    const [shares, asked] = [this.#room('shares'), this.#room('asked')]
    const [packed, answered] = [this.#room('packed'), this.#room('answered')]
    for (let row = 0; row < rows; row += 1)
      for (let n = 0; n < head; n += 1)
        asked.values[row * head + n] = (query[row * width + first + n] ?? 0) / Math.sqrt(head)
    packInto(packed.values, [head, rows], (n, row) => key[row * width + first + n] ?? 0)
    shares.values.fill(0, 0, rows * rows)
    this.#multiply(asked.at, packed.at, shares.at, rows, head, rows)
    for (let row = 0; row < rows; row += 1) softmax(shares.values.subarray(row * rows, (row + 1) * rows), count)
    packInto(packed.values, [rows, head], (row, n) => value[row * width + first + n] ?? 0)
    answered.values.fill(0, 0, rows * head)
    this.#multiply(shares.at, packed.at, answered.at, rows, rows, head)
    const context = this.#room('context').values
    for (let row = 0; row < rows; row += 1)
      context.set(answered.values.subarray(row * head, (row + 1) * head), row * width + first)
  }

  #layerAt(place: string): TransformerLayer {
    const dense = (name: string) => this.#denseAt(`${place}/${name}`)
    return {
      query: dense('attention/self/query'),
      key: dense('attention/self/key'),
      value: dense('attention/self/value'),
      joined: dense('attention/output/dense'),
      joinedNorm: this.#normAt(`${place}/attention/output`),
      wide: dense('intermediate/dense'),
      narrow: dense('output/dense'),
      narrowNorm: this.#normAt(`${place}/output`),
    }
  }

  #denseAt(place: string): Dense {
    const tensor = this.#tensor(`${place}/Tensordot/ReadVariableOp`)
    const [from = 0, to = 0] = tensor.shape
    const weights = this.#block(from * to)
    packInto(weights.values, [from, to], (row, column) => numberAt(tensor, row * to + column))
    return { weights, bias: this.#listAt(`${place}/BiasAdd/ReadVariableOp`) }
  }

  #normAt(place: string): Norm {
    const norm = `${place}/LayerNorm/batchnorm`
    return { shift: this.#listAt(`${norm}/ReadVariableOp`), scale: this.#listAt(`${norm}/mul/ReadVariableOp`) }
  }

  #listAt(name: string): Float32Array {
    const tensor = this.#tensor(name)
    return Float32Array.from(tensor.bytes, (_, at) => numberAt(tensor, at))
  }

  #tensor(name: string): Tensor {
    const tensor = this.#tensors.get(name)
    if (tensor === undefined) throw new Error(`the weights lack ${name}`)
    return tensor
  }

  #lengthOf(room: BufferName): number {
    const lengths = { width: this.#width, inner: this.#inner, pieces: MOST_PIECES, head: this.#head }
    return MOST_PIECES * lengths[EVERY_ROOM[room]]
  }

  #room(name: BufferName): Block {
    const block = this.#rooms.get(name)
    if (block === undefined) throw new Error(`there is no room for ${name}`)
    return block
  }

  #block(length: number): Block {
    const at = this.#used
    this.#used += length * FLOAT
    return { at, values: new Float32Array(this.#memory.buffer, at, length) }
  }
}
