import fs from 'node:fs'
import path from 'node:path'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import { parseWith } from '../../store/documents/schema.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { readInside } from '../../store/files/safe-open.ts'
import type { Call } from '../../workspace/call.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import { contentHash, type SubjectSource, type TrustSubject } from '../../workspace/trust/subjects.ts'
import { builtInType, isBuiltIn } from './built-in.ts'
import { ProjectType } from './model.ts'
import { BUILT_IN_TYPES } from './names.ts'
import { whyNotType } from './validate.ts'

export const TYPES_FOLDER = '.sow/types'

type TypeContext = Pick<Call, 'home' | 'workspace' | 'manifest'>

/** The type that a project names: Furrow's own, or one of the repository's that a person trusts. */
export function typeNamed(call: TypeContext, name: string): ProjectType {
  if (isBuiltIn(name)) return builtInType(name)
  const file = whyNotId(name) === undefined ? `${TYPES_FOLDER}/${name}.yaml` : undefined
  const read = file === undefined ? undefined : readType(call, file)
  if (read === undefined) throw unknownType(call, name)
  const untrusted = whyNotTrusted(call, read.subject)
  if (untrusted !== undefined) throw untrusted
  return read.type
}

export interface TypeRow {
  readonly type?: ProjectType
  readonly source: 'built-in' | 'repository'
  readonly path?: string
  readonly problem?: Refused
}

/** Every type there is; one that cannot be used is named with what is wrong with it. */
export function listTypes(call: TypeContext): TypeRow[] {
  const own = BUILT_IN_TYPES.map(name => ({ type: builtInType(name), source: 'built-in' as const }))
  return [...own, ...listOwnTypes(call)]
}

/** Those of the repository. */
export function listOwnTypes(call: TypeContext): TypeRow[] {
  return typeFiles(call).map(file => rowOf(call, file))
}

/** The type for a branch, by its prefix: `explore/x` is an exploration. */
export function typeOfBranch(call: TypeContext, branch: string): string | undefined {
  const rows = listTypes(call).flatMap(({ type, problem }) => (type === undefined || problem ? [] : [type]))
  return rows.find(({ prefixes }) => prefixes.some(prefix => branch.startsWith(prefix)))?.name
}

/** What the repository's own types are, for the person who trusts them or not. */
export const typeSubjects: SubjectSource = async call =>
  typeFiles(call).flatMap(file => {
    try {
      const bytes = readInside(call.workspace.root, file)
      return bytes === undefined ? [] : [subjectOf(call, file, bytes)]
    } catch (error) {
      // What leads outside is never used, so there is nothing to trust.
      if (isRefused(error)) return []
      throw error
    }
  })

function rowOf(call: TypeContext, file: string): TypeRow {
  try {
    const read = readType(call, file)
    if (read === undefined) return { source: 'repository', path: file }
    const problem = whyNotTrusted(call, read.subject)
    return { type: read.type, source: 'repository', path: file, ...(problem !== undefined && { problem }) }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { source: 'repository', path: file, problem: error }
  }
}

function typeFiles(call: TypeContext): string[] {
  return filesIn(call, '.yaml')
}

function filesIn({ workspace }: Pick<TypeContext, 'workspace'>, ending: string): string[] {
  const folder = path.join(workspace.root, TYPES_FOLDER)
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const files = fs.readdirSync(folder).filter(name => name.endsWith(ending) && whyNotId(name) === undefined)
  return files.sort().map(name => `${TYPES_FOLDER}/${name}`)
}

function readType(call: TypeContext, file: string): { type: ProjectType; subject: TrustSubject } | undefined {
  const bytes = readInside(call.workspace.root, file)
  if (bytes === undefined) return undefined
  const document = openYaml(bytes, file)
  const type = parseWith(ProjectType, document.data(), { path: file, lineOf: document.lineOf })
  const [problem] = [...whyNotNamed(type, file), ...whyNotType(type, name => hasPrompt(call, name))]
  if (problem !== undefined) throw damaged(file, `is not a usable type: ${problem}`)
  return { type, subject: subjectOf(call, file, bytes) }
}

function whyNotNamed({ name }: ProjectType, file: string): string[] {
  if (isBuiltIn(name)) return [`${name} is the name of a type that Furrow has`]
  return path.basename(file) === `${name}.yaml` ? [] : [`it is called ${name}, so its file is ${name}.yaml`]
}

/** What a brief would carry is part of what is trusted: every prompt that lies beside the types. */
function subjectOf(call: TypeContext, file: string, bytes: Buffer): TrustSubject {
  const prompts = filesIn(call, '.md').map(prompt => readInside(call.workspace.root, prompt) ?? '')
  const name = path.basename(file, '.yaml')
  return {
    name: `type:${name}`,
    path: file,
    hash: contentHash(bytes, ...prompts),
    commands: [`project type ${name}: states, guards, steps and briefs`],
  }
}

export function hasPrompt(call: TypeContext, name: string): boolean {
  return call.manifest.guides.some(guide => guide.name === name) || promptFile(call, name) !== undefined
}

/** The text of a prompt that the repository brings along. */
export function promptFile({ workspace }: Pick<TypeContext, 'workspace'>, name: string): string | undefined {
  if (whyNotId(name) !== undefined) return undefined
  return readInside(workspace.root, `${TYPES_FOLDER}/${name}.md`)?.toString('utf8')
}

function unknownType(call: TypeContext, name: string): Refused {
  const known = [...BUILT_IN_TYPES, ...typeFiles(call).map(file => path.basename(file, '.yaml'))]
  return refuse('not_found', `There is no project type ${name}; there are ${known.join(', ')}.`, {
    target: name,
    fix: shell`furrow explore types`,
  })
}
