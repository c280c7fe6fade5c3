import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import * as contracts from '../contracts.ts'
import { builtInFile, builtInType, isBuiltIn } from './built-in.ts'
import { listTypes, TYPES_FOLDER } from './load.ts'
import type { ProjectType } from './model.ts'

export const copyType = implement(() => contracts.copyType, {
  async run(call, { name, as = `own_${name}` }) {
    if (!isBuiltIn(name)) return unknown(name)
    const files = await copiedFiles(call, builtInType(name), as)
    await call.store.transact(call, tx => {
      if (listTypes(call).some(row => row.type?.name === as)) throw taken(as)
      for (const [file, text] of files) tx.create(file, text)
      tx.describe(`type ${name} copied as ${as}`)
    })
    return { name: as, files: files.map(([file]) => file), next: shell`furrow trust` }
  },
  render: ({ name, files, next }) =>
    [
      `${name} is a type of this repository now. Change its files as you like:`,
      '',
      ...files.map(file => `- ${file}`),
      '',
      `A person trusts it before it is used, and after each change: \`${next}\``,
    ].join('\n'),
})

/** The file of the type and a file for each of its prompts, under the new name. */
async function copiedFiles(call: Call, type: ProjectType, as: string): Promise<(readonly [string, string])[]> {
  const prompts = [...new Set(Object.values(type.states).map(({ prompt }) => prompt))]
  const renamed = (prompt: string) => prompt.replace(`${type.name}-`, `${as}-`)
  const texts = await Promise.all(
    prompts.map(async prompt => {
      const guide = call.manifest.guides.find(entry => entry.name === prompt)
      const text = guide === undefined ? `# ${prompt}\n` : await guideText(guide)
      return [`${TYPES_FOLDER}/${renamed(prompt)}.md`, text] as const
    }),
  )
  const source = isBuiltIn(type.name) ? fs.readFileSync(builtInFile(type.name), 'utf8') : ''
  return [[`${TYPES_FOLDER}/${as}.yaml`, withName(source, type, { as, renamed })], ...texts]
}

interface Naming {
  readonly as: string
  readonly renamed: (prompt: string) => string
}

/** The same lines with its own name, branches and prompts; new documents begin with the outlines of the original. */
function withName(text: string, { name, kinds }: ProjectType, { as, renamed }: Naming): string {
  const named = text
    .replace(/^name: .+$/m, `name: ${as}`)
    .replace(/^prefixes: .+$/m, `prefixes: [${as.replaceAll('_', '-')}/]`)
    .replace(/^( +prompt: )(.+)$/gm, (_, key: string, prompt: string) => `${key}${renamed(prompt)}`)
  return Object.keys(kinds).reduce((lines, kind) => {
    const template = `${name}-${kind}`
    const file = path.join(packageRoot(), 'guides', 'templates', `${template}.md`)
    if (!fs.existsSync(file)) return lines
    return lines.replace(new RegExp(`^( {2}${kind}: \\{ .+) \\}$`, 'm'), `$1, template: ${template} }`)
  }, named)
}

function unknown(name: string) {
  return refuse('not_found', `Furrow has no type ${name} to copy.`, { target: name, fix: shell`furrow explore types` })
}

function taken(name: string) {
  return refuse('conflict', `The type ${name} already exists.`, { target: 'as', fix: shell`furrow explore types` })
}
