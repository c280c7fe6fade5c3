import type { Lab } from '../lab.ts'
import { trust } from './tools.ts'

/** Adds a tool that comes with Furrow, as `furrow tool add` does, and trusts it. */
export async function addTool(lab: Lab, name: string, secrets: Readonly<Record<string, string>> = {}): Promise<void> {
  await lab.call('tool.add', { name })
  await trust(lab)
  await grant(lab, name, secrets)
}

export async function grant(lab: Lab, name: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  for (const [secret, value] of Object.entries(secrets)) {
    await lab.call('secrets.set', { name: secret, value })
    await lab.call('secrets.grant', { name: secret, tool: name })
  }
}
