import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_IN_TYPES } from '../../src/explorations/types/names.ts'
import { commandLine } from '../../src/operation/command/command-line.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { answering, shellTty } from '../support/cli.ts'
import { startForge } from '../support/forge.ts'
import { connectStdio } from '../support/mcp.ts'
import { type Door, expectFinished, WAYS, withForge } from '../support/project-types.ts'

function entryOf(lab: Lab, operation: string): OperationEntry {
  const entry = lab.app.manifest.operations.find(({ name }) => name === operation)
  if (entry === undefined) throw new Error(`there is no operation ${operation}`)
  return entry
}

/** A person at a terminal, who types the command of each operation and says yes to what is asked. */
function terminal(lab: Lab): Door {
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims, { recursive: true })
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  const type = async (line: string) => {
    const env = { PATH: `${shims}:${lab.env['PATH']}`, GIT_CONFIG_GLOBAL: '/dev/null' }
    const { code, stdout } = await shellTty(lab, line, { env, watch: answering(['Go on?', 'y']) })
    expect(code, `${line}\n${stdout}`).toBe(0)
    return stdout
  }
  return {
    async call(operation, input) {
      const entry = entryOf(lab, operation)
      expect(entry.cli, operation).toBeDefined()
      // What is shown while it runs goes to the standard error, which is the terminal too.
      return JSON.parse(await type(`${commandLine(entry, input, ['--json'])} 2>/dev/null`)) as Record<string, unknown>
    },
    approve: input => type(commandLine(entryOf(lab, 'artifact.approve'), input)),
  }
}

test.each(BUILT_IN_TYPES)('%s from its start to a pull request at the command line', async type => {
  await using forge = await startForge()
  await using lab = await openLab()
  const bare = withForge(lab, forge)
  const door = terminal(lab)
  await WAYS[type]?.(lab, door)
  expect(await door.call('exploration.finish', {})).toMatchObject({ blocked: false })
  expectFinished(type, { lab, bare, forge })
})

test.each(BUILT_IN_TYPES)('%s from its start to a pull request over MCP, with a person who decides', async type => {
  await using forge = await startForge()
  await using lab = await openLab()
  const bare = withForge(lab, forge)
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const call: Door['call'] = async (operation, input) => {
    const { mcp: mount } = entryOf(lab, operation)
    const args = { ...(mount?.action !== undefined && { action: mount.action }), ...input }
    const answer = await mcp.client.callTool({ name: mount?.tool ?? '', arguments: args })
    expect(answer.isError, JSON.stringify(answer)).not.toBe(true)
    return answer.structuredContent as Record<string, unknown>
  }
  await WAYS[type]?.(lab, { call, approve: terminal(lab).approve })
  expect(await call('exploration.finish', {})).toMatchObject({ blocked: false })
  expectFinished(type, { lab, bare, forge })
})
