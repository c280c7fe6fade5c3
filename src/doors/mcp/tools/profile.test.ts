import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../../tests/lab.ts'
import { makeManifest } from '../../../app/manifest.ts'
import { costTable } from './cost.ts'
import { CORE_TOKENS, listsDynamic, listTools, parseProfile, profileTokens } from './profile.ts'

const { operations } = await makeManifest(packageRoot)

test('the default list costs a model at most what is promised', () => {
  expect(profileTokens(listTools(operations, { kind: 'core' }))).toBeLessThanOrEqual(CORE_TOKENS)
})

test('core is a part of all, and starts with the status', () => {
  const [core, all] = [listTools(operations, { kind: 'core' }), listTools(operations, { kind: 'all' })]
  const names = all.map(({ name }) => name)
  expect(core[0]?.name).toBe('furrow_status')
  const listed = core.map(({ name }) => name)
  expect(listed.filter(name => !names.includes(name))).toEqual(['furrow_tools'])
})

test('all lists every tool of the manifest once, with names that clients accept', () => {
  const names = listTools(operations, { kind: 'all' }).map(({ name }) => name)
  expect(new Set(names)).toEqual(
    new Set(operations.flatMap(({ mcp }) => [mcp?.tool ?? [], mcp?.also?.tool ?? []].flat())),
  )
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})

test('names choose tools in the order in which they are named', () => {
  const profile = parseProfile('furrow_log, furrow_status,nothing,furrow_log')
  expect(listTools(operations, profile).map(({ name }) => name)).toEqual(['furrow_log', 'furrow_status'])
})

test('only a list that may hold tools of the repository waits for them', () => {
  expect(listsDynamic(parseProfile('core'), operations)).toBe(false)
  expect(listsDynamic(parseProfile('furrow_log'), operations)).toBe(false)
  expect(listsDynamic(parseProfile('furrow_log,tool_check'), operations)).toBe(true)
  expect(listsDynamic(parseProfile('all'), operations)).toBe(true)
})

test('the cost names each tool and the total of both profiles', () => {
  const table = costTable({ version: '1', operations, resources: [], guides: [] })
  expect(table).toMatch(/^ {2}furrow_status +\d+$/m)
  expect(table.match(/^ {2}total +\d+$/gm)).toHaveLength(2)
})

test('the instructions stay below two kilobytes', () => {
  expect(fs.statSync(path.join(packageRoot, 'guides/instructions.md')).size).toBeLessThan(2048)
})
