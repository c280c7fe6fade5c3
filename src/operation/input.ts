/** What an operation is called with, before its contract has read it. */
export type OperationInput = Readonly<Record<string, unknown>>
