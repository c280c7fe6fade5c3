import { whyNotCondition } from '../../shared/follow-ups/condition.ts'
import { parseTemplate } from '../../shared/follow-ups/template.ts'
import type { FoundTool } from '../find-tool.ts'
import type { ResultAction } from '../model.ts'
import { whyNotSchema } from '../run/validate.ts'

interface LintFault {
  readonly tool: string
  readonly field: string
  readonly message: string
}

type Linted = Pick<FoundTool, 'place' | 'meta' | 'problems'> & { readonly error?: string | undefined }

/** What is wrong with a tool that works all the same, or not at all. */
export function lint({ place, meta, problems, error }: Linted): LintFault[] {
  const wrong = (field: string, message: string | undefined): LintFault[] =>
    message === undefined ? [] : [{ tool: place.name, field, message }]
  return [
    ...wrong('tool.ts', error),
    ...problems.map(problem => ({ tool: place.name, ...problem })),
    ...wrong('input_schema', whyNotSchema(meta.input_schema)),
    ...wrong('output_schema', whyNotSchema(meta.output_schema)),
    ...(meta.secrets ?? []).flatMap(({ when }, index) => wrong(`secrets[${index}].when`, conditionProblem(when))),
    ...wrong('confirm_when', conditionProblem(meta.confirm_when)),
    ...(meta.form_layout ?? []).flatMap(({ key, show_when }, index) => [
      ...wrong(`form_layout[${index}].show_when`, conditionProblem(show_when)),
      ...wrong(`form_layout[${index}].key`, unknownKey(meta.input_schema, key)),
    ]),
    ...(meta.result_actions ?? []).flatMap((action, index) =>
      actionProblems(action, `result_actions[${index}]`, wrong),
    ),
  ]
}

function actionProblems(
  action: ResultAction,
  at: string,
  wrong: (field: string, message: string | undefined) => LintFault[],
): LintFault[] {
  return [
    ...wrong(`${at}.condition`, conditionProblem(action.condition)),
    ...wrong(`${at}.prompt_template`, templateProblem(action.prompt_template)),
    ...wrong(`${at}.confirm`, action.confirm === undefined ? undefined : templateProblem(action.confirm)),
  ]
}

function conditionProblem(condition: string | undefined): string | undefined {
  return condition === undefined ? undefined : whyNotCondition(condition)
}

function templateProblem(template: string): string | undefined {
  return parseTemplate(template).problems[0]
}

function unknownKey(
  { properties, additionalProperties }: Readonly<Record<string, unknown>>,
  key: string,
): string | undefined {
  const known = Object(properties) as object
  if (Object.keys(known).length === 0 || Object.hasOwn(known, key) || additionalProperties !== false) return undefined
  return `is ${key}, which is no property of the input`
}
