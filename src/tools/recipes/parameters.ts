import { refuse } from '../../operation/errors.ts'
import type { FormField, JsonObject } from '../model.ts'
import type { Parameter, Recipe } from './model.ts'

/** What a recipe takes, as a JSON Schema. */
export function schemaOf({ parameters }: Pick<Recipe, 'parameters'>): Record<string, unknown> {
  const properties = Object.fromEntries(parameters.map(parameter => [parameter.name, propertyOf(parameter)]))
  const required = parameters.filter(isNeeded).map(({ name }) => name)
  return { type: 'object', properties, required, additionalProperties: false }
}

function propertyOf({ default: value, isSwitch, choices, help }: Parameter): Record<string, unknown> {
  const described = help === undefined ? {} : { description: help }
  if (isSwitch === true) return { type: 'boolean', ...described }
  return {
    type: 'string',
    ...(choices !== undefined && { enum: [...choices] }),
    ...(value !== undefined && { default: value }),
    ...described,
  }
}

function isNeeded({ default: value, optional }: Parameter): boolean {
  return value === undefined && optional !== true
}

export function formOf({ parameters }: Pick<Recipe, 'parameters'>): FormField[] {
  return parameters.map(({ name, default: value, isSwitch, choices, help }) => ({
    key: name,
    type: isSwitch === true ? 'checkbox' : choices === undefined ? 'text' : 'select',
    label: name,
    ...(choices !== undefined && { options: [...choices] }),
    ...(value !== undefined && (choices === undefined ? { placeholder: value } : { default: value })),
    ...(help !== undefined && { help }),
  }))
}

/** What follows the name of the recipe on its command line. */
export function recipeArguments(recipe: Pick<Recipe, 'parameters' | 'name'>, input: JsonObject): string[] {
  const options = recipe.parameters.filter(({ option }) => option !== undefined)
  const placed = recipe.parameters.filter(({ option }) => option === undefined)
  return [...options.flatMap(parameter => optionWords(parameter, input[parameter.name])), ...placedWords(placed, input)]
}

function optionWords({ option = '', isSwitch }: Parameter, value: unknown): string[] {
  if (value === undefined) return []
  if (isSwitch === true) return value === true ? [option] : []
  // As one word, a value that begins with a hyphen is still a value.
  return option.startsWith('--') ? [`${option}=${String(value)}`] : [option, String(value)]
}

/** One that is left out may not be followed by another: that would be taken for it. */
function placedWords(parameters: readonly Parameter[], input: JsonObject): string[] {
  const values = parameters.map(({ name }) => input[name])
  const end = values.findLastIndex(value => value !== undefined) + 1
  const gap = values.slice(0, end).indexOf(undefined)
  const [missing, given] = [parameters[gap]?.name, parameters[end - 1]?.name]
  if (gap !== -1) throw refuse('usage', `${missing} has to be given where ${given} is.`, { target: missing ?? '' })
  return values.slice(0, end).map(String)
}
