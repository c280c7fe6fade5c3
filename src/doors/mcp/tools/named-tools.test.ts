import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../../tests/lab.ts'
import { makeManifest } from '../../../app/manifest.ts'
import { OTHER_TOOLS } from './other-tools.ts'
import { isListed, listTools } from './profile.ts'

const { operations } = await makeManifest(packageRoot)
const names = listTools(operations, { kind: 'all' }).map(({ name }) => name)
const listed = listTools(operations, { kind: 'core' }).map(({ name }) => name)
/** What looks like a tool of ours, known or not. */
const NAMED = /\b(?:furrow|sdd|mem|board|exploration|ask|tool|agent)_[a-z_]+\b|\bexploration\b(?=`? with `)/g

test('every tool that a text for agents names is on the default list, or is called through furrow_tools there', () => {
  const faults = textsForAgents().flatMap(({ file, text }) =>
    (text.match(NAMED) ?? [])
      .filter(name => names.includes(name) && !listed.includes(name))
      .filter(() => !text.includes(`\`${OTHER_TOOLS}\``))
      .map(name => `${file}: ${name}`),
  )
  expect(faults).toEqual([])
})

test('no text for agents names a tool that does not exist', () => {
  const known = new Set([...names, OTHER_TOOLS, ...NOT_TOOLS])
  const faults = textsForAgents().flatMap(({ file, text }) =>
    (text.match(NAMED) ?? []).filter(name => !known.has(name)).map(name => `${file}: ${name}`),
  )
  expect(faults).toEqual([])
})

test('what init tells agents of needs no detour', () => {
  const told = ['instructions.md', 'blocks/agents.md', 'skills'].flatMap(place =>
    textsForAgents().filter(({ file }) => file.startsWith(place)),
  )
  const called = told.flatMap(({ text }) => text.match(NAMED) ?? []).filter(name => !NOT_TOOLS.includes(name))
  expect(called).toEqual(expect.arrayContaining(['furrow_start', 'furrow_next', 'sdd_spec', 'tool_list']))
  expect(called.filter(name => !isListed(name, { kind: 'core' }))).toEqual([])
})

test('every step that the code names by tool is a tool that exists', () => {
  const faults = filesBelow(path.join(packageRoot, 'src'), /(?<!\.test)\.ts$/).flatMap(file =>
    [...fs.readFileSync(file, 'utf8').matchAll(/tool: (?:\{ name: |\[)'([a-z_]+)'/g)]
      .map(([, name = '']) => name)
      .filter(name => !names.includes(name))
      .map(name => `${path.basename(file)}: ${name}`),
  )
  expect(faults).toEqual([])
})

/** Words of our own that only look like a tool. */
const NOT_TOOLS = ['tool_call', 'tool_name']

function textsForAgents(): { file: string; text: string }[] {
  const folder = path.join(packageRoot, 'guides')
  return filesBelow(folder, /\.md$/).map(file => ({
    file: path.relative(folder, file),
    text: fs.readFileSync(file, 'utf8'),
  }))
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => pattern.test(name))
    .map(name => path.join(folder, name))
}
