import type { ToolMeta } from '../_shared/tool.ts'

export const meta: ToolMeta = {
  name: 'search-codebase',
  display_name: 'Search the codebase',
  description: 'Finds the passages of this repository that answer a question, each with its file and lines.',
  version: '1.0.0',
  effect: 'read',
  // The first question of a repository also makes its index.
  timeout_seconds: 600,
  tags: ['data'],
  input_schema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 4000, description: 'A question, words, a symbol or a path' },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'Passages at most' },
      purpose: {
        type: 'string',
        enum: ['explain', 'change'],
        default: 'explain',
        description: 'With change, code comes before tests and texts',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  form_layout: [
    {
      key: 'query',
      type: 'textarea',
      label: 'Question',
      placeholder: 'Where is the session cookie set?',
      required: true,
    },
    { key: 'purpose', type: 'select', label: 'To', options: ['explain', 'change'], default: 'explain' },
    { key: 'limit', type: 'text', label: 'Passages at most', placeholder: '10' },
  ],
  output_schema: {
    type: 'object',
    properties: {
      query: { type: 'string' },
      count: { type: 'integer' },
      results: { type: 'array' },
      index: { type: 'object' },
      note: { type: 'string' },
    },
  },
  result_actions: [
    {
      id: 'open-thread',
      label: 'Open AMA thread',
      icon: 'message-circle',
      condition: '$.ok == true',
      prompt_template: '',
      operation: { name: 'ask.answer', input: { question: '{{input.query}}' } },
    },
  ],
  render: { kind: 'table', path: 'results', columns: ['place', 'symbol', 'excerpt', 'score'] },
}
