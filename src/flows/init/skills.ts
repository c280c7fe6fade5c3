import fs from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../../store/installation/package-root.ts'

export const SKILL_IDS = ['start', 'explore', 'next', 'verify', 'tool-build'] as const
export type SkillId = (typeof SKILL_IDS)[number]

/** One piece of work that an agent is told how to do; every client gets the same text. */
export interface Skill {
  readonly id: SkillId
  /** `furrow-start`: the name of its folder. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly body: string
}

export function readSkills(): Skill[] {
  return SKILL_IDS.map(id => parseSkill(id, fs.readFileSync(guide('skills', `${id}.md`), 'utf8')))
}

/** The text that stands in every client's context file. */
export function readSkillBlock(): string {
  return fs.readFileSync(guide('blocks', 'agents.md'), 'utf8').trim()
}

/** `# Title`, one paragraph that says when to use it, then what to do. */
export function parseSkill(id: SkillId, text: string): Skill {
  const [, title = '', description = '', body = ''] = /^# (.+)\n+((?:.+\n)+)\n([\s\S]+)$/.exec(text) ?? []
  if (title === '' || body === '') throw new Error(`guides/skills/${id}.md has no title, no paragraph or no steps`)
  return { id, name: `furrow-${id}`, title, description: description.trim().replaceAll('\n', ' '), body }
}

function guide(...parts: string[]): string {
  return path.join(packageRoot(), 'guides', ...parts)
}
