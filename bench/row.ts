/** One measured figure. `base` is the peer of the same run; where `limit` is given, the ratio should stay below it. */
export interface Row {
  readonly what: string
  readonly figure: number
  readonly unit: string
  readonly base?: number
  readonly ratio?: number
  readonly limit?: number
}
