export interface TaskLine {
  /** Counted from 0. */
  readonly line: number
  readonly done: boolean
  readonly text: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const TASK = /^(\s*(?:[-*+]|\d+[.)])\s+\[)([ xX])(\]\s+)(.*)$/

/** The items of a markdown text that can be ticked, in their order; examples in blocks of code are none. */
export function taskLinesOf(text: string): TaskLine[] {
  const tasks: TaskLine[] = []
  let fence: string | undefined
  for (const [line, one] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(one)?.[1]
    if (fence === undefined ? mark !== undefined : mark?.startsWith(fence)) {
      fence = fence === undefined ? mark : undefined
      continue
    }
    const [, , tick, , words] = fence === undefined ? (TASK.exec(one) ?? []) : []
    if (tick !== undefined && words !== undefined) tasks.push({ line, done: tick !== ' ', text: words.trim() })
  }
  return tasks
}

/** The text with one of its tasks ticked or open; everything else stays as it was, byte for byte. */
export function withTask(text: string, { line }: TaskLine, isDone: boolean): string {
  let at = -1
  return text.replace(/.*(?:\r?\n|$)/g, one => {
    at += 1
    return at === line ? one.replace(TASK_START, `$1${isDone ? 'x' : ' '}]`) : one
  })
}

const TASK_START = /^(\s*(?:[-*+]|\d+[.)])\s+\[)[ xX]\]/
