import fs from 'node:fs'
import path from 'node:path'
import { encoders, surrounding } from './secrets.ts'

/** The encodings whose text is that of the value alone, so that finding it is finding the value. */
export const ways = Object.keys(encoders).filter(name => !surrounding.has(name) && name !== 'every character coloured')

/** Which secret shows in which sink, and in which encoding. */
export function leaksIn(
  secrets: readonly { readonly name: string; readonly value: string }[],
  sinks: Readonly<Record<string, string>>,
): string[] {
  const forms = secrets.flatMap(({ name, value }) =>
    ways.flatMap(way => {
      const form = (encoders[way]?.(value) ?? '').trim()
      return [form, JSON.stringify(form).slice(1, -1)].map(text => ({ what: `${name} as ${way}`, text }))
    }),
  )
  const wanted = forms.filter(({ text }) => text.length >= 8)
  return Object.entries(sinks).flatMap(([sink, text]) =>
    wanted.filter(form => text.includes(form.text)).map(({ what }) => `${sink}: ${what}`),
  )
}

/** Every file below a folder, the database and its log included, but git's own. */
export function filesBelow(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter(name => !name.includes('.git/') && fs.statSync(path.join(folder, name)).isFile())
  return Object.fromEntries(files.map(name => [name, fs.readFileSync(path.join(folder, name)).toString()]))
}
