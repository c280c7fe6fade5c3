import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { ConfigFileView, KeyName, Revision, SettingView, WrittenSetting } from './model.ts'

export const list = contract({
  name: 'config.list',
  summary: 'Show every setting, its value and where it comes from.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    settings: z.array(SettingView),
    files: z.array(ConfigFileView),
    warnings: z.array(z.string()),
  }),
  mounts: {
    cli: { path: 'config list', example: 'furrow config list' },
    http: { route: 'GET /api/config' },
    mcp: { tool: 'furrow_config', action: 'list' },
  },
})

export const get = contract({
  name: 'config.get',
  summary: 'Show one setting.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ key: KeyName }),
  output: SettingView.extend({ revision: Revision.optional() }),
  mounts: {
    cli: { path: 'config get', positionals: ['key'], example: 'furrow config get runs.concurrency' },
    http: { route: 'GET /api/config/:key' },
    mcp: { tool: 'furrow_config', action: 'get' },
  },
})

const Setting = { key: KeyName, value: z.string().max(2000).describe('The value; a list is separated by commas.') }
const Expected = { expected_revision: Revision.optional().describe('Refuse when the file has changed since.') }

export const set = contract({
  name: 'config.set',
  summary: 'Set a value in the project’s .sdlc/config.yaml.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ ...Setting, ...Expected }),
  output: WrittenSetting,
  mounts: {
    cli: { path: 'config set', positionals: ['key', 'value'], example: 'furrow config set project.name shop' },
    http: { route: 'PUT /api/config/:key' },
    mcp: { tool: 'furrow_config', action: 'set' },
  },
})

export const unset = contract({
  name: 'config.unset',
  summary: 'Remove a value from the project’s .sdlc/config.yaml.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ key: KeyName, ...Expected }),
  output: WrittenSetting,
  mounts: {
    cli: { path: 'config unset', positionals: ['key'], example: 'furrow config unset project.name' },
    http: { route: 'DELETE /api/config/:key' },
    mcp: { tool: 'furrow_config', action: 'unset' },
  },
})

export const setPerson = contract({
  name: 'config.set_person',
  summary: 'Set a value in your own config, for every project.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ ...Setting, ...Expected }),
  output: WrittenSetting,
  mounts: {
    cli: {
      path: 'config set-person',
      positionals: ['key', 'value'],
      example: 'furrow config set-person runs.concurrency 2',
    },
    http: { route: 'PUT /api/person/config/:key' },
  },
})

export const unsetPerson = contract({
  name: 'config.unset_person',
  summary: 'Remove a value from your own config.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ key: KeyName, ...Expected }),
  output: WrittenSetting,
  mounts: {
    cli: { path: 'config unset-person', positionals: ['key'], example: 'furrow config unset-person runs.concurrency' },
    http: { route: 'DELETE /api/person/config/:key' },
  },
})
