import type { Progress } from '../../../operation/capabilities.ts'
import { writeStdout } from '../terminal/stdio.ts'
import { sanitize } from './sanitize.ts'
import { clip } from './text-width.ts'

const PATIENCE_MS = 300
const FRAME_MS = 80
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const BAR_WIDTH = 24

export interface Display extends Disposable {
  report(progress: Progress): void
}

/** One line on stderr that shows work which lasts, wiped away at its end; nothing where nobody looks. */
export function showProgress(label: string, { shown, columns }: { shown: boolean; columns: number }): Display {
  if (!shown) return { report: () => undefined, [Symbol.dispose]: () => undefined }
  let latest: Progress = { message: label }
  let frame = 0
  let drawn = false
  const draw = () => {
    drawn = true
    frame += 1
    writeStdout('stderr', `\r\u001b[2K${progressLine(latest, frame, columns - 1)}`)
  }
  const started = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - started >= PATIENCE_MS) draw()
  }, FRAME_MS)
  timer.unref()
  return {
    report(progress) {
      latest = progress
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (drawn) writeStdout('stderr', '\r\u001b[2K')
    },
  }
}

/** `⠹ [######------------------] 25/100 reading files` */
export function progressLine({ message, done, total }: Progress, frame: number, columns: number): string {
  const spinner = FRAMES[frame % FRAMES.length] ?? ''
  const parts = [spinner]
  if (done !== undefined && total !== undefined && total > 0) {
    const filled = Math.round((Math.min(Math.max(done, 0), total) / total) * BAR_WIDTH)
    parts.push(`[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${done}/${total}`)
  } else if (done !== undefined) parts.push(String(done))
  return clip([...parts, sanitize(message).replaceAll('\n', ' ')].join(' '), columns)
}
