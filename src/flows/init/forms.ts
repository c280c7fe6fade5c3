import { sealed } from './edit/marked.ts'
import type { Skill } from './skills.ts'

/** Where a client reads what it is told about a repository: a block among a person's own words, or a file of ours. */
export type ContextFile =
  | { readonly kind: 'block'; readonly file: string }
  | { readonly kind: 'file'; readonly file: string; readonly front?: Readonly<Record<string, string | boolean>> }

/** How a client wants a slash command written down. */
export interface CommandForm {
  /** `{id}` stands for the skill. */
  readonly file: string
  /** How a person calls it. */
  readonly call: string
  readonly fields: readonly ('name' | 'description')[]
  /** What stands for the words that a person types behind the command. */
  readonly said?: string
  readonly toml?: true
}

export function skillFile({ name, description, body }: Skill): string {
  return sealed(`${frontMatter({ name, description })}\n${body}`, 'markdown')
}

export function contextFile(text: string, front: Readonly<Record<string, string | boolean>> = {}): string {
  return sealed(`${frontMatter(front)}${text}`, 'markdown')
}

export function commandFile(skill: Skill, { fields, said, toml }: CommandForm): string {
  const words = said === undefined ? '' : `\n\nThe person adds: ${said}`
  const body = `${skill.body.trimEnd()}${words}\n`
  if (toml) return sealed(`description = ${JSON.stringify(skill.description)}\nprompt = ${multiLine(body)}\n`, 'hash')
  const front = frontMatter(Object.fromEntries(fields.map(field => [field, skill[field]])))
  const head = fields.length === 0 ? `# ${skill.title}\n\n${skill.description}\n\n` : `${front}\n`
  return sealed(head + body, 'markdown')
}

export function commandPath({ id }: Pick<Skill, 'id'>, { file }: CommandForm): string {
  return file.replace('{id}', id)
}

/** A JSON text is a YAML text too, so nothing in a value can end it early. */
function frontMatter(fields: Readonly<Record<string, string | boolean>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`
}

function multiLine(text: string): string {
  return `"""\n${text.replaceAll('\\', '\\\\').replaceAll('"""', '""\\"')}"""`
}
