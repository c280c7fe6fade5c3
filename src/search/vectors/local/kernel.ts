/**
 * A product of matrices in WebAssembly, four numbers at a time, about ten times as fast as the same in JavaScript:
 * `multiply(a, w, c, m, k, n)` adds to `c` (m rows of n) the product of `a` (m rows of k) and `w`. All three are
 * addresses of 32-bit floats; m is a multiple of 4 and n of 8. Of `w`, 8 columns stand together: see `packInto`.
 */
export type Multiply = (a: number, w: number, c: number, m: number, k: number, n: number) => void

export function openKernel(memory: WebAssembly.Memory): Multiply {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { env: { memory } })
  return instance.exports['multiply'] as Multiply
}

const PANEL = 8

/** Lays a matrix of k rows and n columns out as the kernel reads it: eight columns after the other. */
export function packInto(
  packed: Float32Array,
  [k, n]: readonly [k: number, n: number],
  valueAt: (row: number, column: number) => number,
): void {
  let at = 0
  for (let panel = 0; panel < n; panel += PANEL)
    for (let row = 0; row < k; row += 1)
      for (let column = panel; column < panel + PANEL; column += 1) packed[at++] = valueAt(row, column)
}

type WasmCode = readonly number[]

const [I32, V128, VOID] = [0x7f, 0x7b, 0x40]
const [A, W, C, M, K, N] = [0, 1, 2, 3, 4, 5]
const [ROW_OF_A, ROW_OF_C, WEIGHTS, TARGET, COLUMNS, COUNT] = [6, 7, 8, 9, 10, 11]
/** Where the four rows of `a` are read, what their sums are (two for each row), two weights, and one number of `a`. */
const [ROWS, SUMS, WEIGHT, NUMBER] = [12, 16, 24, 26]
const EACH_ROW = [0, 1, 2, 3] as const

const get = (local: number): WasmCode => [0x20, local]
const set = (local: number, value: WasmCode): WasmCode => [...value, 0x21, local]
const constant = (value: number): WasmCode => [0x41, ...signed(value)]
const added = (one: WasmCode, other: WasmCode): WasmCode => [...one, ...other, 0x6a]
const times = (one: WasmCode, other: WasmCode): WasmCode => [...one, ...other, 0x6c]
const moved = (local: number, by: WasmCode): WasmCode => set(local, added(get(local), by))
const loaded = (address: number, offset: number): WasmCode => [...get(address), 0xfd, 0x00, 2, offset]
const spread = (address: number): WasmCode => [...get(address), 0xfd, 0x09, 2, 0]
const stored = (address: number, offset: number, value: number): WasmCode => [
  ...get(address),
  ...get(value),
  ...[0xfd, 0x0b, 2, offset],
]
/** `local += NUMBER * weight`, for four numbers side by side. */
const summedUp = (local: number, weight: number): WasmCode =>
  set(local, [...get(local), ...get(NUMBER), ...get(weight), ...[0xfd, 0xe6, 0x01], ...[0xfd, 0xe4, 0x01]])
/** Goes on until `local`, which loses `step` each time, is nothing. */
const loop = (local: number, step: number, body: WasmCode): WasmCode => [
  ...[0x03, VOID],
  ...body,
  ...added(get(local), constant(-step)),
  ...[0x22, local, 0x0d, 0x00, 0x0b],
]

function body(): WasmCode {
  const onRows = (each: (row: number) => WasmCode): WasmCode => [
    ...set(COUNT, get(TARGET)),
    ...EACH_ROW.flatMap(row => [...each(row), ...moved(COUNT, get(ROW_OF_C))]),
  ]
  const inner = [
    ...set(WEIGHT, loaded(WEIGHTS, 0)),
    ...set(WEIGHT + 1, loaded(WEIGHTS, 16)),
    ...EACH_ROW.flatMap(row => [
      ...set(NUMBER, spread(ROWS + row)),
      ...summedUp(SUMS + 2 * row, WEIGHT),
      ...summedUp(SUMS + 2 * row + 1, WEIGHT + 1),
      ...moved(ROWS + row, constant(4)),
    ]),
    ...moved(WEIGHTS, constant(4 * PANEL)),
  ]
  const columns = [
    ...set(ROWS, get(A)),
    ...[1, 2, 3].flatMap(row => set(ROWS + row, added(get(ROWS + row - 1), get(ROW_OF_A)))),
    ...onRows(row => [...set(SUMS + 2 * row, loaded(COUNT, 0)), ...set(SUMS + 2 * row + 1, loaded(COUNT, 16))]),
    ...set(COUNT, get(K)),
    ...loop(COUNT, 1, inner),
    ...onRows(row => [...stored(COUNT, 0, SUMS + 2 * row), ...stored(COUNT, 16, SUMS + 2 * row + 1)]),
    ...moved(TARGET, constant(4 * PANEL)),
  ]
  const rows = [
    ...set(WEIGHTS, get(W)),
    ...set(TARGET, get(C)),
    ...set(COLUMNS, get(N)),
    ...loop(COLUMNS, PANEL, columns),
    ...moved(A, times(get(ROW_OF_A), constant(4))),
    ...moved(C, times(get(ROW_OF_C), constant(4))),
  ]
  return [
    ...set(ROW_OF_A, times(get(K), constant(4))),
    ...set(ROW_OF_C, times(get(N), constant(4))),
    ...loop(M, 4, rows),
  ]
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const locals = [2, 10, I32, 11, V128]
  const code = [...locals, ...body(), 0x0b]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 6, I32, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 0x02, 0x00, 0x01]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('multiply'), 0x00, 0x00]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ])
}

function section(id: number, content: WasmCode): WasmCode {
  return [id, ...unsigned(content.length), ...content]
}

function name(text: string): WasmCode {
  return [text.length, ...Buffer.from(text)]
}

function unsigned(value: number): WasmCode {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): WasmCode {
  return value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
