import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../../operation/errors.ts'
import { didYouMean } from '../../operation/names/nearest.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import type { Call } from '../../workspace/call.ts'
import { isTrusted, judgeTrust } from '../../workspace/trust/judge.ts'
import { readPins } from '../../workspace/trust/pins.ts'
import { contentHash, type SubjectSource, type TrustSubject } from '../../workspace/trust/subjects.ts'
import type { Tool } from '../model.ts'
import { dumpedByJust } from './dump.ts'
import type { Recipe } from './model.ts'
import { formOf, schemaOf } from './parameters.ts'
import { READERS } from './read-recipes.ts'

const LARGEST = 2 ** 20

interface RecipeFile {
  readonly recipes: readonly Recipe[]
  readonly subject: TrustSubject
}

/** The recipes of this worktree, file by file. */
export function recipeFiles({ workspace }: Pick<Call, 'workspace'>): RecipeFile[] {
  return READERS.flatMap(({ files, read }) => {
    const [found] = files.flatMap(file => textOf(workspace.root, file) ?? [])
    if (found === undefined) return []
    const recipes = read(found.text, found.file)
    return recipes.length === 0 ? [] : [{ recipes, subject: subjectFor(workspace.root, found, recipes) }]
  })
}

export const recipeSubjects: SubjectSource = async call => recipeFiles(call).map(({ subject }) => subject)

export async function findRecipe(call: RecipeContext, name: string): Promise<Recipe> {
  return lookup(call, name).recipe
}

export function lookup(call: RecipeContext, name: string): { recipe: Recipe; subject: TrustSubject } {
  const files = judgedFiles(call)
  for (const { recipes, subject } of files) {
    const recipe = recipes.find(each => each.name === name)
    if (recipe !== undefined) return { recipe, subject }
  }
  const known = files.flatMap(({ recipes }) => recipes.map(each => each.name))
  throw refuse('not_found', `There is no recipe ${name}.${didYouMean(name, known)}`, {
    target: name,
    fix: shell`furrow tool list`,
  })
}

/** Recipes as tools: with a form from their parameters. */
export function recipeTools(call: RecipeContext): Tool[] {
  return judgedFiles(call).flatMap(({ recipes, subject, standing }) =>
    recipes.map(recipe => toTool(recipe, { subject, standing })),
  )
}

type RecipeContext = Pick<Call, 'home' | 'workspace' | 'env'>

/** The recipes of what is trusted, as the program says them that runs them, where it can be asked. */
function judgedFiles(call: RecipeContext): (RecipeFile & { readonly standing: Tool['standing'] })[] {
  const { env, workspace } = call
  const pins = readPins(call)
  return recipeFiles(call).map(({ recipes, subject }) => {
    const standing = judgeTrust(subject, pins, workspace.root)
    const asked = isTrusted(standing) && JUSTFILE.test(subject.path)
    const said = asked ? dumpedByJust(subject.path, { root: workspace.root, env, hash: subject.hash }) : undefined
    return { recipes: said ?? recipes, subject, standing }
  })
}

const JUSTFILE = /^\.?justfile$/i

function toTool(recipe: Recipe, { subject, standing }: { subject: TrustSubject; standing: Tool['standing'] }): Tool {
  const [source = ''] = recipe.name.split(':')
  return {
    name: recipe.name,
    display_name: recipe.name.slice(source.length + 1),
    description: recipe.description ?? recipe.command,
    version: '0.0.0',
    requires_setup: false,
    input_schema: schemaOf(recipe),
    output_schema: {},
    form_layout: formOf(recipe),
    streaming: true,
    tags: [source],
    built_in: false,
    source: 'recipe',
    path: recipe.file,
    trusted: isTrusted(standing),
    standing,
    hash: subject.hash,
    runtime: 'shell',
    problems: [],
    missing_secrets: [],
    missing_grants: [],
    command: recipe.command,
  }
}

/** Of a package.json only the scripts are executed, by a shell that .npmrc may name; the rest may change as it likes. */
function subjectFor(
  root: string,
  { file, text }: { file: string; text: string },
  recipes: readonly Recipe[],
): TrustSubject {
  const decides =
    file === 'package.json'
      ? [JSON.stringify(Object(JSON.parse(text)).scripts), textOf(root, '.npmrc')?.text ?? '']
      : [text]
  return {
    name: `recipe:${file}`,
    path: file,
    hash: contentHash(file, ...decides),
    commands: recipes.map(({ name, command }) => `${name}: ${command}`),
  }
}

function textOf(root: string, file: string): { file: string; text: string } | undefined {
  if (!fs.existsSync(path.join(root, file))) return undefined
  try {
    const place = resolveInside(root, file)
    const stat = fs.statSync(place, { throwIfNoEntry: false })
    // Some file systems do not tell `justfile` from `Justfile`; the name it really has is the one that counts.
    const isThere = stat?.isFile() === true && fs.readdirSync(path.dirname(place)).includes(path.basename(place))
    return isThere && stat.size <= LARGEST ? { file, text: fs.readFileSync(place, 'utf8') } : undefined
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
