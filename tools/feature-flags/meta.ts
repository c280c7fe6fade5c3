import { HARMLESS, mayReachProduction } from '../_shared/environments.ts'
import type { ToolMeta } from '../_shared/tool.ts'

const PROVIDERS = ['file', 'unleash', 'launchdarkly', 'flagsmith']
const REMOTE = "$.provider == 'unleash' or $.provider == 'launchdarkly' or $.provider == 'flagsmith'"
const ACTIONS = ['list', 'get', 'toggle', 'stale']

export const meta: ToolMeta = {
  name: 'feature-flags',
  display_name: 'Feature flags',
  description:
    'Lists, shows and toggles feature flags of LaunchDarkly, Unleash, Flagsmith or a file, and finds stale ones.',
  version: '1.0.1',
  effect: 'write',
  timeout_seconds: 60,
  tags: ['deploy'],
  secrets: [
    {
      env_var: 'FLAGS_URL',
      description: 'Where the provider is: https://app.launchdarkly.com, https://api.flagsmith.com, your Unleash',
      required: true,
      when: REMOTE,
    },
    {
      env_var: 'FLAGS_API_KEY',
      description: 'The key with which flags are read and toggled',
      required: true,
      when: REMOTE,
    },
  ],
  confirm_when: `$.action == 'toggle' and ${mayReachProduction(...HARMLESS)}`,
  input_schema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ACTIONS, default: 'list' },
      flag: { type: 'string', minLength: 1, maxLength: 300, description: 'Its name; needed by get and toggle' },
      environment: { type: 'string', minLength: 1, maxLength: 200, description: 'production, staging, or its key' },
      enabled: { type: 'boolean', description: 'For toggle: on or off' },
      provider: { type: 'string', enum: PROVIDERS, default: 'file' },
      project: { type: 'string', minLength: 1, description: 'Of LaunchDarkly or Unleash; default when left out' },
      file: { type: 'string', minLength: 1, description: 'The flags file, JSON or YAML; found when left out' },
      timeout_seconds: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 50,
        default: 15,
        description: 'For each answer',
      },
      stale_days: { type: 'integer', minimum: 1, default: 90, description: 'How old a settled flag is stale' },
    },
    additionalProperties: false,
  },
  form_layout: [
    { key: 'action', type: 'select', label: 'What to do', options: ACTIONS, default: 'list' },
    { key: 'provider', type: 'select', label: 'Provider', options: PROVIDERS, default: 'file' },
    {
      key: 'flag',
      type: 'text',
      label: 'Flag',
      placeholder: 'new-checkout',
      show_when: "$.action == 'get' or $.action == 'toggle'",
    },
    { key: 'environment', type: 'text', label: 'Environment', placeholder: 'production' },
    { key: 'enabled', type: 'checkbox', label: 'On', show_when: "$.action == 'toggle'" },
    {
      key: 'project',
      type: 'text',
      label: 'Project',
      show_when: "$.provider == 'unleash' or $.provider == 'launchdarkly'",
    },
    { key: 'file', type: 'file', label: 'Flags file', show_when: "$.provider == 'file'" },
  ],
  output_schema: {
    type: 'object',
    properties: {
      action: { type: 'string' },
      provider: { type: 'string' },
      environment: { type: 'string' },
      count: { type: 'integer' },
      stale_count: { type: 'integer' },
      names: { type: 'string' },
      flags: { type: 'array' },
      changed: { type: 'object' },
    },
  },
  result_actions: [
    {
      id: 'create-removal-task',
      label: 'Create removal task',
      icon: 'plus',
      condition: "$.ok == true and ($.data.stale_count > 0 or $.data.action == 'get')",
      prompt_template:
        'These feature flags of {{project}} are to be removed: {{result.data.names}}. Say in the new task, for each of them, which branch stays, which code goes, and in which files.\n\n{{result.data.flags | json | truncate:20000}}',
      operation: {
        name: 'task.add',
        input: {
          title: 'Remove feature flags: {{result.data.names | truncate:200}}',
          body: 'Remove the flags and the branches that nobody takes any more.\n\n{{result.data.flags | json | truncate:8000}}',
          labels: ['tool-result', 'removal'],
        },
      },
    },
  ],
  render: { kind: 'table', path: 'flags', columns: ['name', 'enabled', 'stale', 'stale_reason', 'description'] },
}
