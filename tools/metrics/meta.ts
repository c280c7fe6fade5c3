import type { ToolMeta } from '../_shared/tool.ts'

const ENVIRONMENTS = ['default', 'staging', 'production']
const SOURCES = ['prometheus', 'grafana', 'datadog']

export const meta: ToolMeta = {
  name: 'metrics',
  display_name: 'Metrics',
  description: 'Asks Prometheus, Grafana or Datadog for a metric over time and draws it.',
  version: '1.0.0',
  effect: 'read',
  timeout_seconds: 60,
  tags: ['observability'],
  secrets: [
    {
      env_var: 'METRICS_URL',
      description: 'Where the metrics are: http://localhost:9090, https://mine.grafana.net, https://api.datadoghq.eu',
      required: true,
      scope: '{{input.environment}}',
    },
    {
      env_var: 'METRICS_API_KEY',
      description: 'A token of Grafana, an API key of Datadog',
      required: true,
      scope: '{{input.environment}}',
      when: "$.source == 'grafana' or $.source == 'datadog'",
    },
    {
      env_var: 'METRICS_APP_KEY',
      description: 'The application key that Datadog wants beside the API key',
      required: true,
      scope: '{{input.environment}}',
      when: "$.source == 'datadog'",
    },
    {
      env_var: 'PROMETHEUS_TOKEN',
      description: 'For a Prometheus that asks for one',
      required: false,
      scope: '{{input.environment}}',
      when: "$.source == 'prometheus'",
    },
  ],
  input_schema: {
    type: 'object',
    properties: {
      source: { type: 'string', enum: SOURCES, default: 'prometheus', description: 'Who answers' },
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 20_000,
        description: 'PromQL; for Datadog avg:system.cpu.user{*}; for Grafana an expression, or the query as JSON',
      },
      range: {
        type: 'object',
        properties: { start: { type: 'string' }, end: { type: 'string' } },
        description: 'From and to, as ISO dates',
      },
      since: { type: 'string', default: '1h', description: 'Without a range: from this long ago, 15m, 24h, 7d' },
      instant: { type: 'boolean', default: false, description: 'Only the latest value of each series' },
      step_seconds: { type: 'integer', minimum: 1, description: 'Between two points; chosen when left out' },
      datasource: { type: 'string', description: 'Of Grafana: the uid of the data source' },
      max_series: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
      timeout_seconds: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 50,
        default: 15,
        description: 'For each answer',
      },
      environment: { type: 'string', enum: ENVIRONMENTS, description: 'Whose secrets' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  form_layout: [
    { key: 'source', type: 'select', label: 'Source', options: SOURCES, default: 'prometheus' },
    {
      key: 'query',
      type: 'text',
      label: 'Metric or query',
      placeholder: 'rate(http_requests_total[5m])',
      required: true,
    },
    { key: 'range', type: 'date_range', label: 'Dates' },
    { key: 'since', type: 'text', label: 'Or the last', placeholder: '1h', show_when: '$.range == null' },
    { key: 'instant', type: 'checkbox', label: 'Only the latest value' },
    {
      key: 'datasource',
      type: 'text',
      label: 'Data source',
      placeholder: 'its uid',
      show_when: "$.source == 'grafana'",
    },
    { key: 'environment', type: 'select', label: 'Environment', options: ENVIRONMENTS },
  ],
  output_schema: {
    type: 'object',
    properties: {
      source: { type: 'string' },
      query: { type: 'string' },
      start: { type: 'string' },
      end: { type: 'string' },
      step_seconds: { type: 'integer' },
      series_count: { type: 'integer' },
      truncated: { type: 'boolean' },
      series: { type: 'array' },
      chart: { type: 'object' },
      warnings: { type: 'array', items: { type: 'string' } },
    },
  },
  result_actions: [
    {
      id: 'add-to-feedback',
      label: 'Add to feedback',
      icon: 'plus',
      condition: '$.ok == true and $.data.series_count > 0',
      prompt_template:
        'Somebody kept a metric of {{project}} as feedback. Say what the figures mean for those who use the product, and what may be behind them; add that to the feedback.\n\nQuery: {{input.query}}\n\nFrom {{result.data.start}} to {{result.data.end}}: {{result.data.series | json | truncate:10000}}',
      operation: {
        name: 'feedback.add',
        input: {
          text: 'The metric {{input.query}} from {{result.data.start}} to {{result.data.end}}:\n\n{{result.data.series | json | truncate:8000}}',
          origin: 'tool:{{tool}}',
        },
      },
    },
  ],
  render: { kind: 'chart', path: 'chart' },
}
