import fs from 'node:fs'
import path from 'node:path'
import { parseWith } from '../../store/documents/schema.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import { ProjectType } from './model.ts'
import { BUILT_IN_TYPES } from './names.ts'

export function isBuiltIn(name: string): name is (typeof BUILT_IN_TYPES)[number] {
  return BUILT_IN_TYPES.some(each => each === name)
}

const read = new Map<string, ProjectType>()

/** A type of Furrow's own, from its file in `guides/types/`. */
export function builtInType(name: (typeof BUILT_IN_TYPES)[number]): ProjectType {
  const known = read.get(name)
  if (known !== undefined) return known
  const file = builtInFile(name)
  const document = openYaml(fs.readFileSync(file), file)
  const type = parseWith(ProjectType, document.data(), { path: file, lineOf: document.lineOf })
  read.set(name, type)
  return type
}

export function builtInFile(name: (typeof BUILT_IN_TYPES)[number]): string {
  return path.join(packageRoot(), 'guides', 'types', `${name}.yaml`)
}
