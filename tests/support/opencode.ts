import fs from 'node:fs'
import path from 'node:path'
import { type Lab, person } from '../lab.ts'
import { approve, machine } from './clients.ts'
import { cachedPackage } from './packages.ts'

const VERSION = '1.18.33'

/** OpenCode from the registry, with the settings of a person who lets it ask, and a model on this machine. */
export async function setUpOpenCode(lab: Lab, model: string): Promise<void> {
  const folder = await cachedPackage(`opencode-${machine}`, VERSION)
  const program = path.join(folder, 'bin/opencode')
  fs.chmodSync(program, 0o755)
  const options = { baseURL: `${model}/v1`, apiKey: 'not-needed' }
  approve(lab, {
    '.config/opencode/opencode.json': {
      $schema: 'https://opencode.ai/config.json',
      model: 'stub/stub',
      small_model: 'stub/stub',
      autoupdate: false,
      share: 'disabled',
      provider: {
        stub: { npm: '@ai-sdk/openai-compatible', name: 'Stub', options, models: { stub: { name: 'Stub' } } },
      },
      permission: { edit: 'ask', bash: 'ask' },
    },
  })
  await lab.call('agent.add', { name: 'opencode', command: program, args: ['acp'] }, person)
}
