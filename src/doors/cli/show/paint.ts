export interface Paint {
  bold(text: string): string
  dim(text: string): string
  italic(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const CODES: Readonly<Record<keyof Paint, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/** Colours, or the same text when nobody wants them. */
export function paint(on: boolean): Paint {
  const one = (name: keyof Paint) => (text: string) =>
    on ? `\u001b[${CODES[name][0]}m${text}\u001b[${CODES[name][1]}m` : text
  return {
    bold: one('bold'),
    dim: one('dim'),
    italic: one('italic'),
    red: one('red'),
    green: one('green'),
    yellow: one('yellow'),
    cyan: one('cyan'),
  }
}
