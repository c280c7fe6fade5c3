import type { ToolMeta } from '../_shared/tool.ts'
import { FORMATS } from './reports/read.ts'

export const meta: ToolMeta = {
  name: 'browser-test',
  display_name: 'Browser tests',
  description: 'Runs the browser tests of this project, by Playwright or any command, with screenshots of what failed.',
  version: '1.0.0',
  streaming: true,
  timeout_seconds: 3600,
  effect: 'write',
  exclusive: true,
  tags: ['test'],
  input_schema: {
    type: 'object',
    properties: {
      filter: { type: 'string', minLength: 1, maxLength: 1000, description: 'Only tests whose title matches' },
      command: {
        type: 'string',
        minLength: 1,
        description: 'A line for the shell; {filter} stands for the filter. Found out when left out',
      },
      format: { type: 'string', enum: ['auto', ...FORMATS], default: 'auto', description: 'How the runner reports' },
      report: { type: 'string', minLength: 1, description: 'The file that the runner reports to; else its output' },
      directory: { type: 'string', minLength: 1, description: 'A folder of the project; its root when left out' },
      timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 3500, default: 1200 },
    },
    additionalProperties: false,
  },
  form_layout: [
    { key: 'filter', type: 'text', label: 'Only tests matching', placeholder: 'all of them' },
    {
      key: 'command',
      type: 'text',
      label: 'Command',
      placeholder: 'Playwright, when it is configured',
      help: 'It may write its report to $REPORT_FILE and screenshots to $ARTIFACTS_DIR.',
    },
    { key: 'format', type: 'select', label: 'Report', options: ['auto', ...FORMATS], default: 'auto' },
    { key: 'report', type: 'text', label: 'Report file', placeholder: 'results.xml' },
    { key: 'directory', type: 'text', label: 'Folder', placeholder: '.' },
  ],
  output_schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['passed', 'failed', 'timed_out'] },
      runner: { type: 'string' },
      command: { type: 'string' },
      exit_code: { type: 'integer' },
      format: { type: 'string' },
      passed: { type: 'integer' },
      failed: { type: 'integer' },
      skipped: { type: 'integer' },
      flaky: { type: 'integer' },
      tests: { type: 'array' },
      problems: { type: 'array' },
      not_attached: { type: 'array', items: { type: 'string' } },
      last_lines: { type: 'array', items: { type: 'string' } },
    },
  },
  result_actions: [
    {
      id: 'fix',
      label: 'Fix failing test',
      icon: 'wrench',
      condition: '$.ok == false and ($.data.failed > 0 or $.data.problems.length > 0)',
      prompt_template:
        'Browser tests of {{project}} fail. Find out for each whether the product or the test is wrong, fix the cause, and run the tool {{tool}} again with the same input until they pass. Never weaken a test to make it pass.\n\nInput: {{input | json}}\n\nProblems: {{result.data.problems | json | truncate:20000}}\n\nLast lines: {{result.data.last_lines | json | truncate:5000}}',
    },
  ],
  render: { kind: 'table', path: 'tests', columns: ['name', 'status', 'duration_ms', 'file', 'line'] },
}
