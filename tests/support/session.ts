import fs from 'node:fs'
import path from 'node:path'
import { bin, type Lab } from '../lab.ts'
import { shellTty } from './cli.ts'

/** One command of a session document and what it says comes of it. */
export interface Step {
  readonly command: string
  readonly expected: readonly string[]
  /** Where it stands in the document. */
  readonly line: number
}

export interface Played extends Step {
  readonly actual: readonly string[]
}

/** The steps in the ```console blocks of a document: `$ command`, `> more of it`, then its output. */
export function stepsIn(markdown: string): Step[] {
  const steps: { command: string; expected: string[]; line: number }[] = []
  let inside = false
  for (const [index, line] of markdown.split('\n').entries()) {
    const last = steps.at(-1)
    if (line.startsWith('```')) inside = line === '```console'
    else if (!inside) continue
    else if (line.startsWith('$ ')) steps.push({ command: line.slice(2), expected: [], line: index + 1 })
    else if (line.startsWith('> ') && last?.expected.length === 0) last.command += `\n${line.slice(2)}`
    else last?.expected.push(line)
  }
  return steps
}

/** Runs the steps one after the other in one shell at a real terminal, as the person who types them. */
export async function play(lab: Lab, steps: readonly Step[]): Promise<Played[]> {
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims, { recursive: true })
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  const script = path.join(shims, 'session.sh')
  fs.writeFileSync(script, steps.map(step => `${step.command}\n${AFTERWARDS}`).join('\n'))
  const env = { PATH: `${shims}:${lab.env['PATH']}`, GIT_CONFIG_GLOBAL: '/dev/null' }
  const { stdout } = await shellTty(lab, `bash '${script}'`, { env })
  const outputs = stdout.replaceAll('\r\n', '\n').split(`${MARK}\n`)
  return steps.map((step, index) => ({ ...step, actual: linesOf(outputs[index] ?? '') }))
}

const MARK = '---- the next command ----'
/** Marks the end of a step and leaves `$?` as the step left it. */
const AFTERWARDS = `__code=$?; printf '%s\\n' '${MARK}'; (exit $__code)`

function linesOf(output: string): string[] {
  // What was wiped away (a progress line) is not there to be read.
  const lines = output.split('\n').map(line => (line.split('\r\u001b[2K').at(-1) ?? '').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines
}

/** Whether an output is what the document says; `...` stands for anything within a line, or for whole lines. */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
  const lines = linesOf(expected.join('\n'))
  const pattern = lines.map(line =>
    line.trim() === '...' ? '(?:.*\\n)*?' : `${line.split('...').map(escaped).join('.*')}\\n`,
  )
  return new RegExp(`^${pattern.join('')}$`).test(actual.map(line => `${line}\n`).join(''))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
