import type { SecretRef, ToolMeta } from '../_shared/tool.ts'
import { LEVELS, SOURCES } from './model.ts'

const secret = (env_var: string, description: string, source: string, required: boolean): SecretRef => ({
  env_var,
  description,
  required,
  when: `$.source == "${source}"`,
})

export const meta: ToolMeta = {
  name: 'logs',
  display_name: 'Logs',
  description: 'Pulls logs from files, journald, containers, Render or an HTTP API, and groups the errors in them.',
  version: '1.0.0',
  streaming: true,
  timeout_seconds: 900,
  effect: 'read',
  tags: ['observability'],
  secrets: [
    secret('RENDER_API_KEY', 'Render API key', 'render', true),
    secret('RENDER_OWNER_ID', 'The workspace on Render (tea-… or usr-…)', 'render', true),
    {
      ...secret('RENDER_SERVICE_ID', 'The service, where the input names none', 'render', true),
      when: '$.source == "render" and $.service == null',
    },
    secret('RENDER_API_URL', 'Another address of the API than https://api.render.com/v1', 'render', false),
    secret('LOGS_API_URL', 'The address of a log API that takes a range of time', 'http', true),
    secret('LOGS_API_KEY', 'Sent to it as a bearer token', 'http', false),
  ],
  form_layout: [
    { key: 'source', type: 'select', label: 'From', options: [...SOURCES], default: 'files' },
    {
      key: 'files',
      type: 'text',
      label: 'Files',
      placeholder: 'logs/**/*.log*',
      help: 'Patterns, with commas between them; rotated and packed ones are read too.',
      show_when: '$.source == "files"',
    },
    {
      key: 'service',
      type: 'text',
      label: 'Service',
      help: 'Unit, container, pod, or service of Render.',
      show_when: '$.source != "files" and $.source != "command"',
    },
    { key: 'command', type: 'text', label: 'Command', show_when: '$.source == "command"' },
    { key: 'range', type: 'date_range', label: 'Time' },
    { key: 'since', type: 'text', label: 'Since', placeholder: '1h', help: '30m, 2h, 1d; instead of dates.' },
    { key: 'level', type: 'select', label: 'Level', options: ['all', ...LEVELS], default: 'all' },
    { key: 'grep', type: 'text', label: 'Contains', help: 'Words, or /a pattern/.' },
    { key: 'follow', type: 'checkbox', label: 'Follow' },
    { key: 'mapping', type: 'code', language: 'json', label: 'Mapping', show_when: '$.source == "http"' },
  ],
  input_schema: {
    type: 'object',
    properties: {
      source: { type: 'string', enum: [...SOURCES], default: 'files' },
      service: { type: 'string', minLength: 1, maxLength: 200 },
      files: { type: 'string', minLength: 1, default: 'logs/**/*.log*', description: 'Patterns, with commas between' },
      command: { type: 'string', minLength: 1 },
      namespace: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', description: 'kubectl' },
      since: { type: 'string', minLength: 1, description: '30m, 2h, 1d, or a date' },
      range: {
        type: 'object',
        properties: { start: { type: 'string' }, end: { type: 'string' } },
        additionalProperties: false,
      },
      level: { type: 'string', enum: ['all', ...LEVELS], default: 'all', description: 'This one and worse ones' },
      grep: { type: 'string', minLength: 1, maxLength: 500 },
      limit: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 10_000, description: 'Lines that match' },
      follow: { type: 'boolean', default: false },
      follow_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 800, default: 60 },
      query: { type: 'object', additionalProperties: { type: 'string' }, description: 'http: more parameters' },
      mapping: {
        type: 'object',
        description: 'http: where things are in the answer, and how the parameters are called',
        properties: {
          items: { type: 'string' },
          time: { type: 'string' },
          message: { type: 'string' },
          level: { type: 'string' },
          start_param: { type: 'string' },
          end_param: { type: 'string' },
          time_format: { type: 'string', enum: ['iso', 'seconds', 'milliseconds', 'nanoseconds'] },
          cursor: { type: 'string' },
          cursor_param: { type: 'string' },
        },
        additionalProperties: false,
      },
      timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 800, default: 60 },
    },
    additionalProperties: false,
  },
  output_schema: {
    type: 'object',
    properties: {
      matched: { type: 'integer' },
      scanned: { type: 'integer' },
      counts: { type: 'object' },
      errors: { type: 'array' },
      problems: { type: 'array' },
      lines: { type: 'array', items: { type: 'string' } },
    },
  },
  result_actions: [
    {
      id: 'investigate',
      label: 'Investigate errors',
      icon: 'search',
      condition: '$.data.counts.error > 0',
      operation: {
        name: 'investigation.create',
        input: {
          title: '{{result.data.errors[0].message | truncate:150}}',
          kind: 'root_cause',
          context:
            '{{result.data.counts.error}} errors in the logs ({{result.data.source}}).\n\nGroups: {{result.data.errors | json | truncate:30000}}\n\nPlaces: {{result.data.problems | json | truncate:5000}}',
        },
      },
      prompt_template:
        'An investigation of these errors of {{project}} was begun. Read the code at the places they come from, name the likeliest cause of each group with what speaks for it, and say what to look at next.\n\nErrors: {{result.data.errors | json | truncate:20000}}\n\nPlaces: {{result.data.problems | json | truncate:5000}}',
    },
  ],
  render: { kind: 'table', path: 'errors', columns: ['count', 'message', 'first', 'last'] },
}
