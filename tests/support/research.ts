import fs from 'node:fs'
import path from 'node:path'
import { agent, type Lab } from '../lab.ts'
import { madeRun } from './agents.ts'

/** What an agent leaves in its worktree when it has worked through its door: a finding, sources, an outcome. */
export async function proposes(lab: Lab, task: string, cited: string, name: string): Promise<void> {
  const folder = '.sow/project'
  const before = { state: lab.read(`${folder}/state.yaml`), events: lab.read(`${folder}/events.jsonl`) }
  const finding = `findings/${task}-${name}.md`
  lab.write(`${folder}/${finding}`, `# ${name}\n\n## Findings\n\n- It fits. [s1]\n`)
  await lab.call('exploration.cite', { source: cited, task }, agent)
  await lab.call('artifact.add', { path: finding, task }, agent)
  await lab.call(
    'exploration.conclude',
    {
      id: task,
      text: `${name} fits [s1].`,
      confidence: 'medium',
      would_change: 'A cheaper one than [s1].',
      sources: ['s1'],
    },
    agent,
  )
  await lab.call('exploration.task_update', { id: task, status: 'completed' }, agent)
  const after = Object.fromEntries(
    ['state.yaml', 'events.jsonl', finding].map(file => [`${folder}/${file}`, lab.read(`${folder}/${file}`)]),
  )
  lab.write(`${folder}/state.yaml`, before.state)
  lab.write(`${folder}/events.jsonl`, before.events)
  fs.rmSync(path.join(lab.root, folder, finding))
  await madeRun(lab, after, { purpose: 'research', target: `auth-approaches/${task}` })
}
