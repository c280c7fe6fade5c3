import fs from 'node:fs'
import path from 'node:path'
import { encoders, surrounding, wideEncoders } from './secrets.ts'

/** The encodings whose text is that of the value alone, so that finding it is finding the value. */
const alone = Object.keys(encoders).filter(name => !surrounding.has(name) && name !== 'every character coloured')
export const ways = [...alone, ...Object.keys(wideEncoders)]

/** A value in every such encoding, as text: UTF-16 of what is ASCII, and not each byte of a very long value by itself. */
export function formsOf(value: string): { readonly way: string; readonly text: string }[] {
  const isLong = value.length > 1000
  const texts = alone.filter(way => !isLong || !/every|bytes by/.test(way)).map(way => [way, encoders[way]?.(value)])
  const isAscii = /^[\x00-\x7f]*$/.test(value)
  const wide = Object.entries(wideEncoders).map(([way, encode]) => [way, isAscii ? encode(value).toString() : value])
  return [...texts, ...wide].map(([way = '', text = '']) => ({ way, text }))
}

type Form = { readonly what: string; readonly text: string }
const SHORTEST_FORM = 8

/** Which secret shows in which sink, and in which encoding. */
export function leaksIn(
  secrets: readonly { readonly name: string; readonly value: string }[],
  sinks: Readonly<Record<string, string>>,
): string[] {
  const forms = secrets.flatMap(({ name, value }) =>
    formsOf(value).flatMap(({ way, text }) => {
      const form = text.trim()
      return [form, JSON.stringify(form).slice(1, -1)].map(each => ({ what: `${name} as ${way}`, text: each }))
    }),
  )
  const wanted = new Map<string, Form[]>()
  for (const form of forms.filter(({ text }) => text.length >= SHORTEST_FORM)) {
    const start = form.text.slice(0, SHORTEST_FORM)
    wanted.set(start, [...(wanted.get(start) ?? []), form])
  }
  return Object.entries(sinks).flatMap(([sink, text]) => formsIn(text, wanted).map(what => `${sink}: ${what}`))
}

/** By how the forms begin: there are thousands of them, and megabytes to search. */
function formsIn(text: string, wanted: ReadonlyMap<string, readonly Form[]>): string[] {
  const found = new Set<string>()
  for (let at = 0; at < text.length; at++) {
    const candidates = wanted.get(text.slice(at, at + SHORTEST_FORM)) ?? []
    for (const form of candidates) if (text.startsWith(form.text, at)) found.add(form.what)
  }
  return [...found]
}

/** Every file below a folder, the database and its log included, but git's own. */
export function filesBelow(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter(name => !name.includes('.git/') && fs.statSync(path.join(folder, name)).isFile())
  return Object.fromEntries(files.map(name => [name, fs.readFileSync(path.join(folder, name)).toString()]))
}
