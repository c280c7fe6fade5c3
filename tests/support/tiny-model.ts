import fs from 'node:fs'
import path from 'node:path'

/** A sentence model of one layer with made-up weights, as the files of a package of weights hold one. */
export const TINY = { width: 96, inner: 16, pieces: 128 }
export const WORDS = [
  '[CLS]',
  '[SEP]',
  '[UNK]',
  'walrus',
  'sleep',
  '##s',
  'tram',
  'harbour',
  'noon',
  '.',
  'é',
  'pinniped',
]

const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert'
const LAYER = `${BERT}/encoder/layer_._0`
const [LOWEST, STEP] = [-0.32, 0.0025]

export interface TinyTensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly bytes: Uint8Array
}

export function tinyTensors(): TinyTensor[] {
  const { width, inner, pieces } = TINY
  const square = [width, width]
  const shapes: [name: string, shape: number[]][] = [
    ['unknown', [WORDS.length, width]],
    ['unknown_0', [pieces, width]],
    ['unknown_1', [2, width]],
    ...norm(`${BERT}/embeddings`),
    ...['query', 'key', 'value'].flatMap(name => dense(`${LAYER}/attention/self/${name}`, square)),
    ...dense(`${LAYER}/attention/output/dense`, square),
    ...norm(`${LAYER}/attention/output`),
    ...dense(`${LAYER}/intermediate/dense`, [width, inner]),
    ...dense(`${LAYER}/output/dense`, [inner, width]),
    ...norm(`${LAYER}/output`),
  ]
  let state = 7
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state >> 8) & 0xff
  }
  return shapes.map(([name, shape]) => ({
    name,
    shape,
    bytes: Uint8Array.from({ length: shape.reduce((product, size) => product * size, 1) }, next),
  }))
}

export function valuesOf({ bytes }: TinyTensor): number[] {
  return Array.from(bytes, byte => LOWEST + STEP * byte)
}

function dense(place: string, [from = 0, to = 0]: number[]): [string, number[]][] {
  return [
    [`${place}/Tensordot/ReadVariableOp`, [from, to]],
    [`${place}/BiasAdd/ReadVariableOp`, [to]],
  ]
}

function norm(place: string): [string, number[]][] {
  return [
    [`${place}/LayerNorm/batchnorm/ReadVariableOp`, [TINY.width]],
    [`${place}/LayerNorm/batchnorm/mul/ReadVariableOp`, [TINY.width]],
  ]
}

/** The files of a package of weights, by the names under which they are kept. */
export function tinyFiles(): Record<string, string | Uint8Array> {
  const tensors = tinyTensors()
  const weights = tensors.map(({ name, shape }) => ({
    name,
    shape,
    dtype: 'float32',
    quantization: { dtype: 'uint8', min: LOWEST, scale: STEP },
  }))
  return {
    'manifest.json': JSON.stringify({ weightsManifest: [{ weights }] }),
    'weights.bin': Buffer.concat(tensors.map(({ bytes }) => bytes)),
    'tokenizer.json': JSON.stringify({ model: { vocab: Object.fromEntries(WORDS.map((word, n) => [word, n])) } }),
    LICENSE: 'None.',
    NOTICES: 'None.',
  }
}

export function writeTinyModel(folder: string): void {
  fs.mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(tinyFiles())) fs.writeFileSync(path.join(folder, name), content)
}
