/** A tensor as it is kept: one byte for each number, spread evenly from `lowest` on. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly bytes: Uint8Array
  readonly lowest: number
  readonly step: number
}

export type Tensors = ReadonlyMap<string, Tensor>

interface WeightsManifest {
  readonly weightsManifest: readonly {
    readonly weights: readonly {
      readonly name: string
      readonly shape: readonly number[]
      readonly dtype: string
      readonly quantization?: { readonly dtype: string; readonly min: number; readonly scale: number }
    }[]
  }[]
}

const WIDTHS: Readonly<Record<string, number>> = { uint8: 1, bool: 1, float32: 4, int32: 4 }

/** Reads what TensorFlow.js writes: a list of tensors, and their numbers one after the other in one file. */
export function readTensors(manifest: string, numbers: Uint8Array): Tensors {
  const tensors = new Map<string, Tensor>()
  let at = 0
  for (const { name, shape, dtype, quantization } of (JSON.parse(manifest) as WeightsManifest).weightsManifest.flatMap(
    ({ weights }) => weights,
  )) {
    const count = shape.reduce((product, size) => product * size, 1)
    const end = at + count * (WIDTHS[quantization?.dtype ?? dtype] ?? 0)
    if (quantization?.dtype === 'uint8')
      tensors.set(name, { shape, bytes: numbers.subarray(at, end), lowest: quantization.min, step: quantization.scale })
    at = end
  }
  return tensors
}

export function numberAt({ bytes, lowest, step }: Tensor, at: number): number {
  return lowest + step * (bytes[at] ?? 0)
}
