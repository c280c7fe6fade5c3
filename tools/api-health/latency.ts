export interface Latency {
  min: number
  mean: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
}

/** Of times in milliseconds; a percentile is a time that was really measured (nearest rank). */
export function latencyOf(times: readonly number[]): Latency | undefined {
  if (times.length === 0) return undefined
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0)
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length
  return { min: at(0), mean: rounded(mean), p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) }
}

function rounded(time: number): number {
  return Math.round(time * 10) / 10
}
