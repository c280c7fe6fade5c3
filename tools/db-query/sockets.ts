import net from 'node:net'

/** One message of a server may be a gigabyte, and a driver holds it whole; so what comes is counted before it. */
const MOST_RECEIVED = 64 * 2 ** 20
const COUNTING_MS = 20
/** Beyond the time that the server itself is given for the statement. */
const PATIENCE_SECONDS = 10

export interface Place {
  readonly host: string
  readonly port: number
  /** Of a Unix socket, instead of the other two. */
  readonly path?: string | undefined
}

export interface Line {
  readonly socket: net.Socket
  /** The work, unless the line is cut before: too much came, too much time went by, or the run was cancelled. */
  during<T>(work: Promise<T>): Promise<T>
  end(): void
}

/** A connection that ends by itself: nothing that a server does or leaves undone keeps the tool waiting. */
export function lineTo(place: Place, { seconds, signal }: { seconds: number; signal: AbortSignal }): Line {
  const socket = place.path === undefined ? net.connect(place.port, place.host) : net.connect(place.path)
  let cut: (error: Error) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    cut = error => {
      reject(error)
      socket.destroy()
    }
  })
  ended.catch(() => undefined)
  const cancelled = () => cut(new Error('It was cancelled.'))
  const limit = seconds + PATIENCE_SECONDS
  const timer = setTimeout(() => cut(new Error(`The database did not answer within ${limit} s.`)), limit * 1000)
  const counter = setInterval(() => {
    if (socket.bytesRead > MOST_RECEIVED)
      cut(new Error('The answer is larger than 64 MiB: select fewer rows or smaller columns.'))
  }, COUNTING_MS)
  socket.on('error', cut)
  signal.addEventListener('abort', cancelled)
  return {
    socket,
    during: work => Promise.race([work, ended]),
    end() {
      clearTimeout(timer)
      clearInterval(counter)
      signal.removeEventListener('abort', cancelled)
      socket.destroy()
    },
  }
}
