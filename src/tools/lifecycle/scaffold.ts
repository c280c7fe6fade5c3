import { shell } from '../../shared/shell/shell.ts'
import type { Parameter, Recipe } from '../recipes/model.ts'
import { formOf, schemaOf } from '../recipes/parameters.ts'
import type { CopiedFile } from './copy.ts'

/** The files of a new tool, or of one that takes over a recipe. */
export function scaffold(
  name: string,
  { description, recipe }: { description?: string; recipe?: Recipe },
): CopiedFile[] {
  const title = titleOf(name)
  const what = description ?? (recipe === undefined ? `What ${name} does, in one sentence.` : `Runs ${recipe.command}.`)
  const code = recipe === undefined ? plainCode(title, what) : recipeCode(title, what, recipe)
  return [
    { path: 'tool.ts', bytes: Buffer.from(code) },
    { path: 'README.md', bytes: Buffer.from(`# ${title}\n\n${what}\n\nRun it: \`${shell`furrow run ${name}`}\`\n`) },
    ...(recipe === undefined
      ? [{ path: 'tests/hello.json', bytes: Buffer.from(`${JSON.stringify(HELLO, null, 2)}\n`) }]
      : []),
  ]
}

const HELLO = { name: 'it greets', input: { who: 'you' }, expect: { ok: true, data: { greeting: 'Hello, you.' } } }

function plainCode(title: string, what: string): string {
  return `import { defineTool } from '../_shared/tool.ts'

defineTool<{ who: string }>({
  meta: {
    display_name: ${text(title)},
    description: ${text(what)},
    version: '0.1.0',
    effect: 'read',
    input_schema: {
      type: 'object',
      properties: { who: { type: 'string', default: 'world' } },
      additionalProperties: false,
    },
    form_layout: [{ key: 'who', type: 'text', label: 'Who', placeholder: 'world' }],
  },
  async run({ who }, context) {
    context.log(\`Greeting \${who}\`)
    return { greeting: \`Hello, \${who}.\` }
  },
})
`
}

function recipeCode(title: string, what: string, recipe: Recipe): string {
  const schema = schemaOf(recipe)
  const form = formOf(recipe).map(field => ({ ...field, label: titleOf(field.key) }))
  const words = [...recipe.argv.map(text), ...optionsFirst(recipe).map(wordCode)]
  return `import { problemsIn } from '../_shared/problems.ts'
import { defineTool } from '../_shared/tool.ts'
import { command } from '../_shared/utils.ts'

defineTool<Record<string, string | boolean | undefined>>({
  meta: {
    display_name: ${text(title)},
    description: ${text(what)},
    version: '0.1.0',
    streaming: true,
    timeout_seconds: 600,
    input_schema: ${JSON.stringify(schema)},
    form_layout: ${JSON.stringify(form)},
    result_actions: [
      {
        id: 'fix',
        label: 'Fix it',
        icon: 'wrench',
        condition: '$.ok == false',
        prompt_template: 'The tool {{tool}} fails in {{project}}. Find out why and fix it: {{result | json | truncate:20000}}',
      },
    ],
  },
  async run(input, context) {
    const argv = [${words.join(', ')}].map(String)
    const { code, output } = await command(argv, {
      signal: context.signal,
      onLine: (line, level) => context.log(line, level),
    })
    if (code === 0) return { exit_code: 0 }
    const last = output.slice(-20)
    return { ok: false, error: last.join('\\n'), data: { exit_code: code, problems: problemsIn(output) } }
  },
})
`
}

function optionsFirst({ parameters }: Recipe): readonly Parameter[] {
  return [...parameters].sort((a, b) => Number(b.option !== undefined) - Number(a.option !== undefined))
}

/** One parameter as a part of the list of words. */
function wordCode({ name, option, isSwitch }: Parameter): string {
  const value = `input[${text(name)}]`
  if (isSwitch === true) return `...(${value} === true ? [${text(option ?? '')}] : [])`
  const joined = option?.startsWith('--') ? `${text(`${option}=`)} + ${value}` : `${text(option ?? '')}, ${value}`
  const words = option === undefined ? value : joined
  return `...(${value} === undefined ? [] : [${words}])`
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** As it stands in code. */
function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
