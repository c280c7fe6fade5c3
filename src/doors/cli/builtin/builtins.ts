import type { TypedCommand } from '../../../operation/command/parse.ts'
import type { JsonSchema, OperationEntry } from '../../../operation/manifest.ts'
import type { CliContext } from '../call/context.ts'

/** A command of the door itself. Described like an operation, so that help and completion need no second way. */
export interface Builtin {
  readonly entry: OperationEntry
  readonly load: () => Promise<(typed: TypedCommand, context: CliContext) => Promise<number>>
}

export const builtins: readonly Builtin[] = [
  {
    entry: described({
      name: 'cli.help',
      summary: 'What a command does and which flags it takes.',
      cli: { path: 'help', rest: 'command', example: 'furrow help status' },
      properties: { command: { type: 'array', items: { type: 'string' } } },
    }),
    load: async () => (await import('../commands/help.ts')).help,
  },
  {
    entry: described({
      name: 'cli.call',
      summary: 'Call any operation by its name with JSON.',
      cli: {
        path: 'call',
        positionals: ['operation'],
        text: 'input',
        example: "furrow call workspace.status --input '{}'",
      },
      properties: {
        operation: { type: 'string', description: 'The dotted name, as in furrow reference' },
        input: { type: 'string', description: 'One JSON object', default: '{}' },
      },
      required: ['operation'],
    }),
    load: async () => (await import('../commands/call.ts')).call,
  },
  {
    entry: described({
      name: 'cli.reference',
      summary: 'Everything Furrow can do, with every door, as markdown.',
      cli: { path: 'reference', example: 'furrow reference' },
    }),
    load: async () => (await import('../commands/reference.ts')).reference,
  },
  {
    entry: described({
      name: 'cli.completion',
      summary: 'A script that lets your shell complete commands, flags and values.',
      cli: { path: 'completion', positionals: ['shell'], example: 'furrow completion bash' },
      properties: { shell: { type: 'string', enum: ['bash', 'zsh', 'fish'] } },
      required: ['shell'],
    }),
    load: async () => (await import('../commands/completion.ts')).completion,
  },
  {
    entry: described({
      name: 'cli.run',
      summary: 'Run a tool of this repository, with the flags of its own form.',
      cli: { path: 'run', positionals: ['tool'], example: 'furrow run quality-check' },
      properties: {
        tool: { type: 'string', description: 'Its name, as in furrow tool list; --help after it tells more' },
      },
      required: ['tool'],
    }),
    load: async () => (await import('../commands/run.ts')).withoutTool,
  },
  {
    entry: described({
      name: 'mcp.serve',
      summary: 'Speak MCP with a coding agent over stdin and stdout.',
      cli: { path: 'mcp', example: 'furrow mcp --tools core' },
      properties: {
        tools: { type: 'string', description: 'core, all, or tools by name with commas', default: 'core' },
        cost: { type: 'boolean', description: 'Print what the tool lists cost in tokens and end' },
      },
    }),
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
  {
    entry: described({
      name: 'cli.hook',
      summary: 'Answer a coding agent, or git, at a moment of its own; ends with 2 only to block.',
      cli: { path: 'hook', positionals: ['event'], rest: 'words', example: 'furrow hook session-start' },
      properties: {
        event: {
          type: 'string',
          enum: ['session-start', 'before-edit', 'before-compact', 'stop', 'prepare-commit-msg', 'commit-msg'],
        },
        words: { type: 'array', items: { type: 'string' }, description: 'What git says: the file of the message' },
        client: { type: 'string', description: 'In whose words to answer, by its name in furrow client list' },
      },
      required: ['event'],
    }),
    load: async () => (await import('../commands/hook.ts')).hook,
  },
  {
    entry: described({
      name: 'http.serve',
      summary: 'Serve this workspace to your browser, on this machine only.',
      cli: { path: 'serve', example: 'furrow serve --port 4747' },
      properties: {
        port: { type: 'integer', minimum: 0, maximum: 65535, description: 'Exactly this port; 0 is any free one' },
        host: { type: 'string', description: 'Nothing but 127.0.0.1 and localhost can be served yet' },
        quiet: { type: 'boolean', description: 'Print no address that signs in' },
      },
    }),
    load: async () => (await import('../../http/serve/serve.ts')).serve,
  },
  {
    entry: described({
      name: 'http.ui',
      summary: 'Open this workspace in the browser; starts the server when none runs.',
      cli: { path: 'ui', example: 'furrow ui --no-open' },
      properties: { open: { type: 'boolean', default: true, description: 'Without it the address is printed' } },
    }),
    load: async () => (await import('../../http/serve/ui.ts')).ui,
  },
  {
    entry: described({
      name: 'http.stop',
      summary: 'Stop the server of this workspace; runs that have an owner of their own go on.',
      cli: { path: 'server stop', example: 'furrow server stop' },
    }),
    load: async () => (await import('../../http/serve/stop.ts')).stop,
  },
]

interface BuiltinDescription {
  readonly name: string
  readonly summary: string
  readonly cli: NonNullable<OperationEntry['cli']>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function described({ name, summary, cli, properties = {}, required = [] }: BuiltinDescription): OperationEntry {
  return {
    name,
    domain: 'cli',
    key: name,
    summary,
    effect: 'read',
    authority: 'anyone',
    input: { type: 'object', properties, required, additionalProperties: false },
    output: {},
    cli,
  }
}
