import fs from 'node:fs'
import path from 'node:path'
import { inside } from '../../_shared/files.ts'
import { flagsIn, placeOf } from '../file.ts'
import type { Provider } from '../flags.ts'
import { parseDocument } from '../vendor/yaml.js'

const USUAL = ['flags.json', 'flags.yaml', 'flags.yml', 'feature-flags.json', 'feature-flags.yaml', 'config/flags.yaml']

/** A file of the project; comments and everything else in it stay as they are. */
export function fileProvider(root: string, given: string | undefined): Provider {
  const relative = given ?? USUAL.find(name => fs.existsSync(path.join(root, name)))
  if (relative === undefined)
    throw new Error(`There is no flags file (looked for ${USUAL.join(', ')}). Name one with file.`)
  const file = inside(root, relative)
  const all = () => flagsIn(parsed(file).content)
  return {
    list: async () => all(),
    async get(name) {
      const flag = all().find(each => each.name === name)
      if (flag === undefined) throw new Error(`There is no flag ${name} in ${relative}.`)
      return flag
    },
    async toggle(name, environment, enabled) {
      const { content, changed } = parsed(file)
      replace(file, changed(placeOf(content, name, environment), enabled))
    },
  }
}

interface Parsed {
  readonly content: unknown
  /** The text with one value changed. */
  changed(place: readonly (string | number)[], value: boolean): string
}

function parsed(file: string): Parsed {
  const text = fs.readFileSync(file, 'utf8')
  const document = parseDocument(text)
  const [problem] = document.errors
  if (problem !== undefined) throw new Error(`${path.basename(file)} cannot be read: ${problem.message.split('\n')[0]}`)
  return {
    content: document.toJS({ maxAliasCount: 100 }),
    changed(place, value) {
      const node = document.getIn(place, true) as { range?: readonly number[] | null } | undefined
      const [from, to] = node?.range ?? []
      // Only the letters of that value change: whoever reads the difference sees nothing else.
      if (from !== undefined && to !== undefined) return `${text.slice(0, from)}${value}${text.slice(to)}`
      document.setIn(place, value)
      return document.toString()
    },
  }
}

function replace(file: string, text: string): void {
  const temp = `${file}.${process.pid}.tmp`
  fs.writeFileSync(temp, text, { mode: fs.statSync(file).mode })
  fs.renameSync(temp, file)
}
