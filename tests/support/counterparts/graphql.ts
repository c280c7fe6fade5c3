import fs from 'node:fs'
import path from 'node:path'

/** The types of a published GraphQL schema, each with its fields: `input: MarkPullRequestReadyForReviewInput!`. */
type Schema = ReadonlyMap<string, ReadonlyMap<string, string>>

export function readSchema(provider: string): Schema {
  const text = fs.readFileSync(path.join(import.meta.dirname, 'api', `${provider}.graphql`), 'utf8')
  return new Map(
    [...text.matchAll(/^(?:type|input) (\w+) \{\n([^}]+)\}/gm)].map(([, name = '', fields = '']) => [
      name,
      new Map(
        [...fields.matchAll(/^ {2}(\w+)(?:\([^)]*\))?: (\S+)$/gm)].map(([, field = '', type = '']) => [field, type]),
      ),
    ]),
  )
}

const MUTATION = /^mutation\(\$(\w+): (\w+)!\) \{ (\w+)\((\w+): \$\1\) \{ (\w+) \{ ((?:\w+ ?)+)\} \} \}$/

/** What of a mutation with one input does not fit the schema. */
export function mutationProblems(schema: Schema, text: string): string[] {
  const { query = '', variables = {} } = JSON.parse(text) as { query?: string; variables?: Record<string, object> }
  const [, variable = '', input = '', field = '', argument = '', part = '', chosen = ''] = MUTATION.exec(query) ?? []
  const payload = schema.get('Mutation')?.get(field)
  if (payload === undefined || argument !== 'input') return [`not a mutation of the schema: ${query}`]
  const taken = schema.get(input)
  const given = Object.keys(variables[variable] ?? {})
  const needed = [...(taken ?? [])].flatMap(([name, type]) => (type.endsWith('!') ? [name] : []))
  const inner = schema.get(schema.get(payload)?.get(part) ?? '')
  return [
    ...(taken === undefined ? [`there is no input ${input}`] : []),
    ...given.filter(name => taken?.has(name) !== true).map(name => `${input} has no ${name}`),
    ...needed.filter(name => !given.includes(name)).map(name => `${input} needs ${name}`),
    ...chosen
      .trim()
      .split(' ')
      .filter(name => inner?.has(name) !== true)
      .map(name => `${part} has no ${name}`),
  ]
}
