/** Turns texts into vectors whose nearness is nearness of meaning, as far as its maker understands them. */
export interface Embedder {
  /** Vectors of different makers cannot be compared; this tells them apart. */
  readonly name: string
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}
