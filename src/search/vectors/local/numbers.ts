export const FLOAT = 4
const SMALLEST = 1e-12

export interface Norm {
  readonly shift: Float32Array
  readonly scale: Float32Array
}

/** Of each row the mean becomes 0 and the deviation 1; then it is scaled and shifted as was learned. */
export function normalize(values: Float32Array, rows: number, { shift, scale }: Norm): void {
  const width = scale.length
  for (let start = 0; start < rows * width; start += width) {
    const row = values.subarray(start, start + width)
    let [sum, squares] = [0, 0]
    for (const value of row) sum += value
    const mean = sum / width
    for (const value of row) squares += (value - mean) ** 2
    const factor = 1 / Math.sqrt(squares / width + SMALLEST)
    for (let n = 0; n < width; n += 1) row[n] = ((row[n] ?? 0) - mean) * factor * (scale[n] ?? 0) + (shift[n] ?? 0)
  }
}

export function addTo(values: Float32Array, more: Float32Array, length: number): void {
  for (let n = 0; n < length; n += 1) values[n] = (values[n] ?? 0) + (more[n] ?? 0)
}

/** The first numbers of a row become shares of one; the others get none. */
export function softmax(row: Float32Array, count: number): void {
  let [highest, sum] = [-Infinity, 0]
  for (let n = 0; n < count; n += 1) highest = Math.max(highest, row[n] ?? 0)
  for (let n = 0; n < count; n += 1) {
    const share = Math.exp((row[n] ?? 0) - highest)
    row[n] = share
    sum += share
  }
  for (let n = 0; n < row.length; n += 1) row[n] = n < count ? (row[n] ?? 0) / sum : 0
}

/** x times the share of a normal distribution that lies below x. */
export function gelu(values: Float32Array, length: number): void {
  for (let n = 0; n < length; n += 1) {
    const value = values[n] ?? 0
    values[n] = 0.5 * value * (1 + errorFunction(value * Math.SQRT1_2))
  }
}

/** As Abramowitz and Stegun give it in 7.1.26, to seven digits. */
function errorFunction(value: number): number {
  const z = Math.abs(value)
  const t = 1 / (1 + 0.3275911 * z)
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const found = 1 - tail * Math.exp(-z * z)
  return value < 0 ? -found : found
}

/** The mean of some rows, as a vector of length one. */
export function meanOf(values: Float32Array, rows: number, width: number): Float32Array {
  const mean = new Float32Array(width)
  for (let row = 0; row < rows; row += 1)
    for (let n = 0; n < width; n += 1) mean[n] = (mean[n] ?? 0) + (values[row * width + n] ?? 0)
  const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0)) || 1
  return mean.map(value => value / length)
}
