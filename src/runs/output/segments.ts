import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A place in a run's whole output as it was written, whatever of it is still kept: bytes before it, and the number of
 * the line that begins there.
 */
export interface Cursor {
  readonly offset: number
  readonly line: number
}

export const BEGIN: Cursor = { offset: 0, line: 1 }

/** One file of a log. Its name says where it begins, so that deleting one moves nothing. */
export interface OutputSegment extends Cursor {
  readonly path: string
}

export function segmentAt(folder: string, { offset, line }: Cursor): OutputSegment {
  return { offset, line, path: join(folder, `output.${offset}.${line}.log`) }
}

export async function listSegments(folder: string): Promise<OutputSegment[]> {
  const names = await readdir(folder).catch(orNothing)
  return names
    .flatMap(name => {
      const [, offset, line] = /^output\.(\d+)\.(\d+)\.log$/.exec(name) ?? []
      return offset === undefined ? [] : [segmentAt(folder, { offset: Number(offset), line: Number(line) })]
    })
    .sort((one, other) => one.offset - other.offset)
}

/** `1024.17`, for addresses and event ids. */
export function formatCursor({ offset, line }: Cursor): string {
  return `${offset}.${line}`
}

export function parseCursor(text: string): Cursor | undefined {
  const [, offset, line] = /^(\d{1,15})\.([1-9]\d{0,14})$/.exec(text) ?? []
  return offset === undefined ? undefined : { offset: Number(offset), line: Number(line) }
}

function orNothing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
