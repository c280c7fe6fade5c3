import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readAgentEvents } from '../../src/agents/events.ts'
import type { AgentEvent } from '../../src/agents/model.ts'
import { closeWork } from '../../src/agents/worktree/close.ts'
import { preparePlace } from '../../src/agents/worktree/place.ts'
import { isOver, type Run } from '../../src/runs/model.ts'
import { changeRun, createRun } from '../../src/runs/record/records.ts'
import { type Lab, packageRoot, person } from '../lab.ts'

export const SCRIPTED = path.join(packageRoot, 'tests/support/scripted-agent.mjs')

export type Step = Readonly<Record<string, unknown>>

interface AgentOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The rules of the person. */
  readonly permissions?: readonly Readonly<Record<string, string>>[]
  readonly sees?: readonly string[]
}

/** Puts the scripted agent into the person's config. */
export function setUpAgent(lab: Pick<Lab, 'home'>, options: AgentOptions = {}): void {
  const { args = [], env = {}, permissions = [], sees = [] } = options
  const scripted = { command: process.execPath, args: [SCRIPTED, ...args], env, sees, writes: ['~/.scripted-agent'] }
  const config = { schema_version: 1, agents: { default: 'scripted', scripted, permissions } }
  fs.mkdirSync(lab.home, { recursive: true })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), JSON.stringify(config), { mode: 0o600 })
}

export function script(...steps: readonly Step[]): string {
  return `Do what this says.\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`
}

interface Started {
  readonly profile?: 'read' | 'write'
  readonly unattended?: boolean
  readonly turns?: number
  readonly minutes?: number
  readonly tokens?: number
  readonly cost?: number
  readonly feature?: string
  readonly change?: string
}

export async function startAgent(lab: Lab, steps: readonly Step[], more: Started = {}): Promise<Run> {
  return lab.call('agent.start', { prompt: script(...steps), ...more }, person)
}

/** Waits for a condition, for as long as a loaded machine may need. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  for (let round = 0; round < 1200; round += 1) {
    const found = await look()
    if (found !== undefined) return found
    await delay(50)
  }
  throw new Error(`this did not come: ${what}`)
}

export function ended(lab: Lab, { id }: Pick<Run, 'id'>): Promise<Run> {
  return until(async () => {
    const run = await lab.call('run.show', { id })
    return isOver(run) ? run : undefined
  }, `the end of ${id}`)
}

/** The first permission that it waits for. */
export async function waiting(lab: Lab, { id }: Pick<Run, 'id'>) {
  return until(async () => {
    const { permissions } = await lab.call('agent.permissions', {})
    const run = await lab.call('run.show', { id })
    if (isOver(run)) throw new Error(`it ended: ${JSON.stringify(run)}`)
    return permissions.find(permission => permission.run === id)
  }, `a permission of ${id}`)
}

export function eventsOf(lab: Lab, { id }: Pick<Run, 'id'>): AgentEvent[] {
  return readAgentEvents({ workspace: lab.app.workspace, home: lab.app.home }, id, 0).events
}

export function saidIn(lab: Lab, run: Pick<Run, 'id'>): string {
  return eventsOf(lab, run)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('')
}

/** A write run that has ended and whose changes wait, made without any agent: what stands in its worktree is given. */
export async function madeRun(
  lab: Pick<Lab, 'app' | 'root'>,
  files: Readonly<Record<string, string | null>>,
  about: Readonly<{ purpose?: string; target?: string }> = {},
): Promise<Run> {
  return lab.app.within('agent.start', { actor: person }, async call => {
    const part = {
      name: 'scripted',
      key: 'prompt:made',
      purpose: 'prompt',
      profile: 'write',
      prompt: 'Do it.',
      attended: true,
      limits: { turns: 50, minutes: 30 },
      ...about,
    } as const
    const now = new Date(call.clock.now()).toISOString()
    const run = await call.store.exclusively(() =>
      createRun(call, {
        kind: 'agent',
        label: 'Do it',
        argv: ['scripted'],
        cwd: lab.root,
        status: 'succeeded',
        level: 'group',
        actor: person,
        trigger: 'agent.start',
        started_at: now,
        ended_at: now,
        agent: part,
      }),
    )
    const { root, snapshot = '' } = await preparePlace(call, run)
    for (const [file, text] of Object.entries(files)) {
      const place = path.join(root, file)
      fs.mkdirSync(path.dirname(place), { recursive: true })
      if (text === null) fs.rmSync(place)
      else fs.writeFileSync(place, text)
    }
    const placed = { ...run, agent: { ...part, snapshot, worktree: root } }
    const agent = { ...placed.agent, ...(await closeWork(call, placed, false)) }
    const changed = await call.store.exclusively(() => changeRun(call, run.id, now => ({ ...now, agent })))
    return changed ?? run
  })
}
