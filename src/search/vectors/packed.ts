/** A vector of length one in a byte for each dimension, after the number that they are multiplied by. */
export function packVector(vector: Float32Array): Uint8Array {
  let [squares, most] = [0, 0]
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] ?? 0
    squares += value * value
    most = Math.max(most, Math.abs(value))
  }
  const length = Math.sqrt(squares) || 1
  const highest = Math.max(1e-9, most / length)
  const bytes = new Uint8Array(4 + vector.length)
  new DataView(bytes.buffer).setFloat32(0, highest / 127, true)
  const small = new Int8Array(bytes.buffer, 4)
  for (let at = 0; at < vector.length; at += 1) small[at] = Math.round(((vector[at] ?? 0) / length / highest) * 127)
  return bytes
}

/** The cosine between a packed vector and another of length one; nothing when they are not of one kind. */
export function cosineSimilarity(packed: Uint8Array, vector: Float32Array): number | undefined {
  if (packed.length !== vector.length + 4) return undefined
  const scale = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true)
  const small = new Int8Array(packed.buffer, packed.byteOffset + 4, vector.length)
  let sum = 0
  for (let at = 0; at < vector.length; at += 1) sum += (small[at] ?? 0) * (vector[at] ?? 0)
  return sum * scale
}

export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}
