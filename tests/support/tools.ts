import fs from 'node:fs'
import path from 'node:path'
import { isOver, type Run } from '../../src/runs/model.ts'
import type { Interaction, ToolMeta } from '../../src/tools/model.ts'
import { type Lab, packageRoot } from '../lab.ts'

export type TestMeta = Partial<ToolMeta>

/** A tool to the bare protocol: its meta, and code for `--run` in which `input` and `print` are at hand. */
export function bareTool(meta: TestMeta, run: string): string {
  return `
import fs from 'node:fs'
const meta = ${JSON.stringify({
    name: 'x',
    display_name: 'Test tool',
    description: 'Made for a test.',
    version: '1.0.0',
    requires_setup: false,
    input_schema: { type: 'object' },
    output_schema: {},
    ...meta,
  })}
const print = (value: unknown) => fs.writeSync(1, JSON.stringify(value) + '\\n')
const mode = process.argv[2]
if (mode === '--meta') print(meta)
if (mode === '--options') print({ ok: true, data: [process.argv[3], 'main'] })
if (mode === '--run' || mode === '--setup') {
  const text = mode === '--run' ? fs.readFileSync(0, 'utf8') : '{}'
  const input = JSON.parse(text)
  ${run}
}
`
}

export function writeTool(lab: Lab, name: string, code: string): void {
  lab.write(`.sdlc/tools/${name}/tool.ts`, code)
}

/** The author's kit, as \`furrow tool new\` writes it. */
export function writeKit(lab: Lab): void {
  fs.cpSync(path.join(packageRoot, 'tools/_shared'), path.join(lab.root, '.sdlc/tools/_shared'), { recursive: true })
}

export async function trust(lab: Lab): Promise<void> {
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}

/** A trusted tool to the bare protocol. */
export async function trustedTool(lab: Lab, name: string, meta: TestMeta, run: string): Promise<void> {
  writeTool(lab, name, bareTool(meta, run))
  await trust(lab)
}

/** Runs a tool and waits for its end. */
export async function runToEnd(lab: Lab, name: string, input: Record<string, unknown> = {}): Promise<Interaction> {
  const { interaction_id: id } = await lab.call('tool.run', { name, input, confirmed: true })
  return endOf(lab, name, id)
}

export async function endOf(lab: Lab, name: string, id: string): Promise<Interaction> {
  for (;;) {
    const run: Run = await lab.call('run.wait', { id })
    if (isOver(run)) return lab.call('tool.interaction', { name, id })
  }
}

/** The example of the tool system's own document, as written. */
export const DEPLOY = {
  name: 'deploy',
  display_name: 'Deploy',
  description: 'Push the current branch to staging or production via Render',
  version: '1.0.0',
  requires_setup: false,
  secrets: [
    { env_var: 'RENDER_API_KEY', description: 'Render API key', required: true },
    { env_var: 'RENDER_SERVICE_ID', description: 'Service ID to deploy', required: true },
  ],
  form_layout: [
    { key: 'environment', type: 'select' as const, label: 'Environment', options: ['staging', 'production'] },
    { key: 'ref', type: 'text' as const, label: 'Git ref', placeholder: 'main' },
  ],
  streaming: true,
  timeout_seconds: 600,
  tags: ['deploy'],
  result_actions: [
    {
      label: 'Roll Back',
      icon: 'undo',
      condition: '$.ok == true',
      confirm: 'Roll back the most recent deploy to {{input.environment}}?',
      prompt_template:
        'Roll back the last deploy of the {{input.environment}} service. Deploy details: {{result.data | json}}. Use RENDER_API_KEY from the environment.',
    },
  ],
  input_schema: {
    type: 'object',
    properties: {
      environment: { type: 'string', enum: ['staging', 'production'] },
      ref: { type: 'string', default: 'main' },
    },
    required: ['environment'],
  },
  output_schema: {
    type: 'object',
    properties: { deploy_id: { type: 'string' }, url: { type: 'string' }, status: { type: 'string' } },
  },
}
