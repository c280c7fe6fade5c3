/** Much less than the tail of a log holds: a reader that is not further behind misses nothing. */
const LAG = 2 ** 20

/** Somebody in the process of the owner who wants every line. */
export interface LosslessReader extends Disposable {
  /** It has taken everything before this place. */
  at(offset: number): void
}

interface ReaderPosition {
  offset: number
  moved: (() => void) | undefined
}

const readers = new Map<string, Set<ReaderPosition>>()

export function registerReader(run: string): LosslessReader {
  const place: ReaderPosition = { offset: 0, moved: undefined }
  const all = readers.get(run) ?? new Set()
  readers.set(run, all.add(place))
  return {
    at(offset) {
      place.offset = offset
      place.moved?.()
    },
    [Symbol.dispose]() {
      all.delete(place)
      if (all.size === 0) readers.delete(run)
      place.moved?.()
    },
  }
}

/** Settles when no reader is so far behind that it could miss something, or when nobody may hold the run up any more. */
export async function waitForReaders(run: string, written: number, hurry: AbortSignal): Promise<void> {
  const behind = () => [...(readers.get(run) ?? [])].find(({ offset }) => written - offset > LAG)
  for (let slow = behind(); slow !== undefined && !hurry.aborted; slow = behind()) await nextMove(slow, hurry)
}

function nextMove(place: ReaderPosition, hurry: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      place.moved = undefined
      hurry.removeEventListener('abort', done)
      resolve()
    }
    place.moved = done
    hurry.addEventListener('abort', done)
  })
}
