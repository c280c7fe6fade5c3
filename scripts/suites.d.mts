interface TestFile {
  readonly file: string
  readonly seconds: number
  /** What a change must touch for a deep file to run the same day. */
  readonly about: readonly string[]
}

export const SUITES: Readonly<Record<'unit' | 'doors' | 'browser' | 'faults', string[]>>
export function readDurations(): Readonly<Record<string, number>>
export function testFiles(): (TestFile & { readonly suite: string; readonly deep: boolean })[]
export function inParts<File extends TestFile>(files: readonly File[], count: number): File[][]
export function partOf<File extends TestFile>(
  files: readonly File[],
  choice: { readonly date: Date; readonly changed: readonly string[]; readonly seconds: number },
): File[]
