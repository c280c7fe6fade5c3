import fs from 'node:fs'
import { ReadStream, WriteStream } from 'node:tty'
import { confirm, isCancel, password, select, text } from '@clack/prompts'
import type { CommandField } from '../../../operation/command/fields.ts'
import { commandWordsOf, parseValue, spellValue } from '../../../operation/command/values.ts'
import { isRefused } from '../../../operation/errors.ts'
import { sanitize } from '../show/sanitize.ts'
import { Interrupted } from './interrupted.ts'

/** Asks on the terminal; stdout stays free for the answer. */
export async function askFor(field: CommandField): Promise<unknown> {
  using at = person()
  const message = sanitize([spellValue(field), field.description].filter(Boolean).join('  '))
  const common = { message, ...at.streams }
  if (field.kind.type === 'choice' && !field.list) {
    const options = field.kind.choices.map(value => ({ value, label: String(value) }))
    return answered(await select({ ...common, options }))
  }
  const typed = answered(await text({ ...common, validate: value => whyNot(field, value ?? '') }))
  return valueIn(field, typed)
}

/** Asks without showing what is typed. */
export async function askHidden(field: CommandField): Promise<string> {
  using at = person()
  const message = sanitize([spellValue(field), field.description].filter(Boolean).join('  '))
  const validate = (value: string | undefined) =>
    field.required && (value ?? '') === '' ? 'It is required.' : undefined
  return answered(await password({ ...at.streams, message, validate }))
}

export async function askWhether(question: string): Promise<boolean> {
  using at = person()
  return answered(await confirm({ ...at.streams, message: sanitize(question), initialValue: false }))
}

function valueIn(field: CommandField, typed: string): unknown {
  if (field.kind.type === 'pairs') return Object.fromEntries([parseValue(field, typed) as [string, unknown]])
  return field.list ? commandWordsOf(field, typed).map(word => parseValue(field, word)) : parseValue(field, typed)
}

function whyNot(field: CommandField, typed: string): string | undefined {
  if (typed === '') return 'It is required.'
  try {
    valueIn(field, typed)
    return undefined
  } catch (error) {
    if (isRefused(error)) return error.message
    throw error
  }
}

function answered<T>(value: T): Exclude<T, symbol> {
  if (isCancel(value)) throw new Interrupted()
  return value as Exclude<T, symbol>
}

/** stdin and stderr, or the terminal itself when stdin is a pipe that carries a value. */
function person(): { streams: { input: ReadStream; output: WriteStream } } & Disposable {
  const { stdin, stderr } = process
  if (stdin.isTTY && stderr.isTTY)
    return { streams: { input: stdin, output: stderr }, [Symbol.dispose]: () => void stdin.pause() }
  const input = new ReadStream(fs.openSync('/dev/tty', 'r'))
  const output = new WriteStream(fs.openSync('/dev/tty', 'w'))
  return {
    streams: { input, output },
    [Symbol.dispose]() {
      input.destroy()
      output.destroy()
    },
  }
}
