const MOST_LINES = 8
const MOST_FRAMES = 3
const LONGEST = 2000

/** The lines of what a program printed that say why it failed: the error with its place, else the last ones. */
export function errorLines(text: string): string {
  const lines = text.trimEnd().split('\n')
  const firstFrame = lines.findLastIndex((line, index) => isFrame(line) && !isFrame(lines[index - 1] ?? ''))
  if (firstFrame < 1) return shortened(lines.filter(line => line.trim() !== '' && !isVersion(line)).slice(-5))
  const begin = lines.slice(0, firstFrame).findLastIndex(line => line.trim() === '' || /^\s*\^+\s*$/.test(line)) + 1
  const message = lines.slice(Math.max(begin, firstFrame - MOST_LINES), firstFrame)
  const afterFrames = lines.findIndex((line, index) => index > firstFrame && !isFrame(line))
  const frames = lines.slice(firstFrame, afterFrames === -1 ? undefined : afterFrames)
  return shortened([...message, ...frames.filter(line => !isOfNode(line)).slice(0, MOST_FRAMES)])
}

function shortened(lines: readonly string[]): string {
  return lines.join('\n').slice(0, LONGEST)
}

function isFrame(line: string): boolean {
  return /^\s+at \S/.test(line)
}

function isOfNode(frame: string): boolean {
  return frame.includes('node:internal/') || frame.includes('(node:')
}

function isVersion(line: string): boolean {
  return /^(?:Node\.js|Bun|Deno) v?\d/.test(line)
}
