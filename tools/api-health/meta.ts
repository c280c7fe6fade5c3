import type { ToolMeta } from '../_shared/tool.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export const meta: ToolMeta = {
  name: 'api-health',
  display_name: 'API health',
  description: 'Checks an endpoint: status, latency, its JSON schema, and drift from its OpenAPI description.',
  version: '1.0.0',
  timeout_seconds: 600,
  effect: 'write',
  tags: ['observability'],
  form_layout: [
    { key: 'url', type: 'text', label: 'URL', placeholder: 'https://api.example.com/health', required: true },
    { key: 'method', type: 'select', label: 'Method', options: METHODS, default: 'GET' },
    {
      key: 'headers',
      type: 'code',
      language: 'json',
      label: 'Headers',
      placeholder: '{ "authorization": "Bearer …" }',
      secret: true,
      help: 'Kept nowhere.',
    },
    { key: 'body', type: 'textarea', label: 'Body', show_when: '$.method != "GET" and $.method != "HEAD"' },
    { key: 'expected_status', type: 'text', label: 'Expected status', placeholder: '2xx', default: '2xx' },
    { key: 'tries', type: 'text', label: 'Tries', default: 5 },
    { key: 'max_latency_ms', type: 'text', label: 'Slowest p95, in ms' },
    {
      key: 'openapi',
      type: 'text',
      label: 'OpenAPI',
      placeholder: 'openapi.yaml',
      help: 'A file of the project, or an address.',
    },
    { key: 'schema', type: 'code', language: 'json', label: 'JSON schema' },
    { key: 'strict', type: 'checkbox', label: 'New fields count as drift' },
  ],
  input_schema: {
    type: 'object',
    properties: {
      url: { type: 'string', pattern: '^https?://' },
      method: { type: 'string', enum: METHODS, default: 'GET' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: { type: 'string' },
      expected_status: {
        type: 'string',
        pattern: '^[1-5][0-9xX]{2}(?:\\s*,\\s*[1-5][0-9xX]{2})*$',
        default: '2xx',
        description: '200, 2xx, or several: 200,404',
      },
      tries: { type: 'integer', minimum: 1, maximum: 200, default: 5 },
      timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 60, default: 10 },
      max_latency_ms: { type: 'number', exclusiveMinimum: 0, description: 'The p95 may be as slow as this' },
      schema: { type: 'object', description: 'A JSON schema that the answer has to fit' },
      schema_file: { type: 'string', minLength: 1, description: 'The same as a file of the project' },
      openapi: { type: 'string', minLength: 1, description: 'A file of the project or an address' },
      strict: { type: 'boolean', default: false, description: 'Fields that are not described count too' },
    },
    required: ['url'],
    additionalProperties: false,
  },
  output_schema: {
    type: 'object',
    properties: {
      healthy: { type: 'boolean' },
      status: { type: 'integer' },
      latency: {},
      checks: { type: 'array' },
      drift: { type: 'array' },
      tries: { type: 'array' },
    },
  },
  result_actions: [
    {
      id: 'bug',
      label: 'File a bug',
      icon: 'bug',
      condition: '$.ok == false',
      operation: {
        name: 'task.add',
        input: {
          title: '{{input.method | default:GET}} {{input.url | truncate:150}} is not healthy',
          body: '{{result.error | truncate:10000}}\n\nChecks: {{result.data.checks | json | truncate:10000}}\n\nDrift: {{result.data.drift | json | truncate:10000}}\n\nLatency: {{result.data.latency | json}}',
          labels: ['bug', 'tool-result'],
        },
      },
      prompt_template:
        'A bug was filed in {{project}}: {{input.url}} is not healthy. Find the code that answers it, say in the body of the bug what is wrong there, how to see it, and whether the code or the description is to be changed.\n\nResult: {{result.data | json | truncate:20000}}',
    },
  ],
  render: { kind: 'table', path: 'checks', columns: ['check', 'ok', 'says'] },
}
