import type { ToolMeta } from '../_shared/tool.ts'
import { SYSTEMS } from './detect.ts'

export const meta: ToolMeta = {
  name: 'build',
  display_name: 'Build',
  description: 'Runs the build of this project and lists the places its compilers point at.',
  version: '1.0.0',
  streaming: true,
  timeout_seconds: 3600,
  effect: 'write',
  exclusive: true,
  tags: ['build'],
  input_schema: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        minLength: 1,
        description: 'A line for the shell; the build is found out when left out',
      },
      scope: { type: 'string', minLength: 1, description: 'Only this: a package, a module, a target' },
      system: { type: 'string', enum: ['auto', ...SYSTEMS], default: 'auto', description: 'What builds it' },
      directory: { type: 'string', minLength: 1, description: 'A folder of the project; its root when left out' },
      timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 3500, default: 1800 },
    },
    additionalProperties: false,
  },
  form_layout: [
    { key: 'scope', type: 'text', label: 'Scope', placeholder: 'everything', help: 'A package, a module or a target.' },
    { key: 'system', type: 'select', label: 'Build system', options: ['auto', ...SYSTEMS], default: 'auto' },
    {
      key: 'command',
      type: 'text',
      label: 'Command',
      placeholder: 'found out from the files',
      help: 'Runs instead of what the files say.',
    },
    { key: 'directory', type: 'text', label: 'Folder', placeholder: '.' },
  ],
  output_schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['passed', 'failed', 'timed_out', 'undetected'] },
      system: { type: 'string' },
      command: { type: 'string' },
      exit_code: { type: 'integer' },
      duration_ms: { type: 'number' },
      errors: { type: 'integer' },
      warnings: { type: 'integer' },
      detected: { type: 'array', items: { type: 'string' } },
      problems: { type: 'array' },
      last_lines: { type: 'array', items: { type: 'string' } },
    },
  },
  result_actions: [
    {
      id: 'fix',
      label: 'Fix build errors',
      icon: 'wrench',
      condition: '$.ok == false and $.data.status == "failed"',
      prompt_template:
        'The build of {{project}} fails: {{result.data.command}}. Find the cause of each problem below, fix it in the code, and run the tool {{tool}} with the same input until it passes. Never weaken the build to make it pass.\n\nInput: {{input | json}}\n\nProblems: {{result.data.problems | json | truncate:20000}}\n\nLast lines: {{result.data.last_lines | json | truncate:8000}}',
    },
    {
      id: 'task',
      label: 'Create task',
      icon: 'plus',
      condition: '$.ok == false and $.data.status == "failed"',
      operation: {
        name: 'task.add',
        input: {
          title: 'Fix the build: {{result.error | truncate:200}}',
          body: 'Command: {{result.data.command}}\n\nProblems: {{result.data.problems | json | truncate:20000}}\n\nLast lines: {{result.data.last_lines | json | truncate:8000}}',
          labels: ['tool-result'],
        },
      },
      prompt_template:
        'A task was made from a failed build of {{project}}. Say in its body what kind of failure it is (compiler, test, lint, environment) and what to change where.\n\nResult: {{result.data | json | truncate:20000}}',
    },
  ],
  render: { kind: 'table', path: 'problems', columns: ['severity', 'file', 'line', 'message', 'code'] },
}
