import type { RunPlan } from '../../runs/start/run-plan.ts'
import { requireProgram } from '../../store/programs/find-program.ts'
import type { Call } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import type { JsonObject } from '../model.ts'
import { validInput } from '../run/validate.ts'
import { lookup } from './find-recipes.ts'
import { recipeArguments, schemaOf } from './parameters.ts'

const SECONDS = 600

export function isRecipe(name: string): boolean {
  return name.includes(':')
}

/** A recipe as a run: what its own program does with it, no more and no less. */
export function planRecipe(call: Call, name: string, given: JsonObject): RunPlan {
  const { recipe, subject } = lookup(call, name)
  const refusal = whyNotTrusted(call, subject)
  if (refusal !== undefined) throw refusal
  const input = validInput(name, schemaOf(recipe), given)
  const [program = '', ...args] = [...recipe.argv, ...recipeArguments(recipe, input)]
  // Asked before anything is recorded: a program that is not installed is no failed run.
  const argv = [requireProgram(program, programSearch(call)), ...args]
  return {
    kind: 'tool',
    label: name,
    argv,
    cwd: call.workspace.root,
    timeoutSeconds: SECONDS,
    network: true,
    tool: {
      name,
      mode: 'run',
      hash: subject.hash,
      runtime: 'shell',
      input,
      streaming: true,
      tags: [],
      notes: null,
    },
  }
}
