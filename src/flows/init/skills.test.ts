import { expect, test } from 'vitest'
import { packageRoot } from '../../../tests/lab.ts'
import { makeManifest } from '../../app/manifest.ts'
import { parseSkill, readSkillBlock, readSkills } from './skills.ts'

const { operations, guides } = await makeManifest(packageRoot)
const tools = new Set(operations.flatMap(({ mcp }) => mcp?.tool ?? []))
const commands = operations.flatMap(({ cli }) => cli?.path ?? [])

test.each([...readSkills(), { name: 'the block', description: '', body: readSkillBlock() }])(
  '$name names only tools and commands that there are',
  ({ description, body }) => {
    const named = [...`${description}\n${body}`.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? [])
    const asTools = named.filter(code => /^(?:sdd|mem|furrow|tool)_\w+$/.test(code))
    const asCommands = named.filter(code => code.startsWith('furrow ') && code !== 'furrow mcp')
    expect(asTools.filter(tool => !tools.has(tool))).toEqual([])
    expect(asCommands.filter(typed => !commands.some(path => `${typed} `.startsWith(`furrow ${path} `)))).toEqual([])
    expect(asTools.length + asCommands.length).toBeGreaterThan(0)
  },
)

test('skills fit the limits of the format that clients read', () => {
  for (const { name, description } of readSkills()) {
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toContain('Use when')
  }
})

test('the stages that a skill sends an agent to read about have guides', () => {
  expect(guides.map(({ name }) => name)).toContain('change-verify')
})

test('a skill without steps is a mistake of ours', () => {
  expect(() => parseSkill('start', '# Title\n\nOnly a paragraph.\n')).toThrow('guides/skills/start.md')
})
