import { isDeepStrictEqual } from 'node:util'
import { shell } from '../../shared/shell/shell.ts'
import type { AgentClient, HookEvent, HookSetup, ServerRegistration } from './clients.ts'
import type { CommentSyntax } from './edit/marked.ts'
import { commandFile, commandPath, contextFile, skillFile } from './forms.ts'
import type { Skill } from './skills.ts'

/** Whose files: the repository's, those in the person's home folder, or git's own. */
export type FileRoot = 'workspace' | 'home' | 'git'

/** One thing that `furrow init` writes: a marked block, one entry or list item of a settings file, or a whole file. */
export type Contribution = {
  readonly root: FileRoot
  readonly file: string
  readonly note: string
} & (
  | { readonly kind: 'block'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'entry'
      readonly format: ServerRegistration['format']
      readonly path: readonly string[]
      readonly value: Readonly<Record<string, unknown>>
      readonly scaffold: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'item'
      readonly path: readonly string[]
      readonly value: Readonly<Record<string, unknown>>
      /** What every version of it holds. */
      readonly command: string
      readonly scaffold: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'file'; readonly text: string; readonly comment: CommentSyntax; readonly mode?: number }
)

export interface InstallContext {
  readonly skills: readonly Skill[]
  readonly block: string
  /** The absolute path of this install, for files that are not shared. */
  readonly bin: string
  readonly exists: (root: FileRoot, file: string) => boolean
}

/** What a client needs, from its row in the table. */
export function contributionsFor(client: AgentClient, around: InstallContext): Contribution[] {
  const { skills, block } = around
  const { context, commands } = client
  return [
    ...client.registrations.map(registration => entryFor(client, registration, around)),
    context.kind === 'block'
      ? { kind: 'block', root: 'workspace', file: context.file, name: 'agents', text: block, note: CONTEXT_NOTE }
      : whole(context.file, contextFile(block, context.front), CONTEXT_NOTE),
    ...skills.map(skill => whole(`${client.skills}/${skill.name}/SKILL.md`, skillFile(skill), 'skills')),
    ...(commands === undefined
      ? []
      : skills.map(skill =>
          whole(commandPath(skill, commands), commandFile(skill, commands), {
            note: `slash commands, such as ${commands.call.replace('{id}', 'start')}`,
            comment: commands.toml ? 'hash' : 'markdown',
          }),
        )),
  ]
}

const CONTEXT_NOTE = 'tells agents when to use Furrow'

/** Settings that start `furrow hook` at the moments that the client knows. */
export function hooksFor({ id, hooks }: AgentClient): Contribution[] {
  if (hooks === undefined) return []
  const events = Object.entries(hooks.events) as [HookEvent, string][]
  return events.map(([event, name]) => {
    const command = shell`furrow hook ${event} --client ${id}`
    return {
      kind: 'item',
      root: 'workspace',
      file: hooks.file,
      path: ['hooks', name],
      command,
      value: hookValue(hooks, event, command),
      scaffold: hooks.scaffold ?? {},
      note: 'hooks that run furrow hook',
    }
  })
}

function hookValue({ form, edits }: HookSetup, event: HookEvent, command: string): Readonly<Record<string, unknown>> {
  const matcher = event === 'before-edit' ? { matcher: edits } : {}
  switch (form) {
    case 'grouped':
      return { ...matcher, hooks: [{ type: 'command', command }] }
    case 'flat':
      return { ...matcher, command }
    case 'shell':
      return { type: 'command', bash: command, powershell: command }
  }
}

/** The command `furrow` where the file is shared, because it must mean something on every machine. */
function entryFor(
  client: AgentClient,
  registration: ServerRegistration,
  { bin, exists }: InstallContext,
): Contribution {
  const { scope, files, format, path, shape, scaffold = {} } = registration
  const root = scope === 'project' ? 'workspace' : 'home'
  const file = files.find(each => exists(root, each)) ?? files[0]
  const value = registeredAs(shape, scope === 'project' ? 'furrow' : bin)
  return {
    kind: 'entry',
    root,
    file,
    format,
    path,
    value,
    scaffold,
    note: `registers the MCP server (${client.title})`,
  }
}

export function registeredAs(shape: ServerRegistration['shape'], program: string): Readonly<Record<string, unknown>> {
  switch (shape) {
    case 'plain':
      return { command: program, args: ['mcp'] }
    case 'stdio':
      return { type: 'stdio', command: program, args: ['mcp'] }
    case 'local':
      return { type: 'local', command: [program, 'mcp'], enabled: true }
  }
}

/** The program that an entry starts, when it is one of ours that nobody changed: only the program may differ. */
export function programIn(value: unknown, shape: ServerRegistration['shape']): string | undefined {
  if (typeof value !== 'object' || value === null || !('command' in value)) return undefined
  const { command } = value
  const program: unknown = Array.isArray(command) ? command[0] : command
  if (typeof program !== 'string' || !/(?:^|[\\/])furrow(?:\.cjs|\.cmd|\.exe)?$/.test(program)) return undefined
  return isDeepStrictEqual(toPlainJson(value), registeredAs(shape, program)) ? program : undefined
}

export function toPlainJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

function whole(
  file: string,
  text: string,
  how: string | { readonly note: string; readonly comment: CommentSyntax },
): Contribution {
  const { note, comment } = typeof how === 'string' ? { note: how, comment: 'markdown' as const } : how
  return { kind: 'file', root: 'workspace', file, text, comment, note }
}

/** Several clients share a file; what they would write there alike is written once. */
export function withoutRepeats(contributions: readonly Contribution[]): Contribution[] {
  const keys = contributions.map(contributionKey)
  return contributions.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

export function contributionKey(each: Contribution): string {
  const part = each.kind === 'entry' || each.kind === 'item' ? each.path.join('.') : each.kind
  return [each.root, each.file, part].join('\0')
}
