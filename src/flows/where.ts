import fs from 'node:fs'
import path from 'node:path'
import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'

/** The folders of a user's repository, as the documentation tells them. */
const FOLDERS = [
  {
    path: 'sdd',
    owner: 'specs and changes',
    in_git: 'yes',
    holds: 'sdd.json, stage artifacts, changes/<id>/, history/',
  },
  {
    path: '.sow',
    owner: 'explorations',
    in_git: 'yes',
    holds: 'project/state.yaml, working files, knowledge/explorations/',
  },
  {
    path: '.sdlc',
    owner: 'tools, board and runs',
    in_git: 'yes, but for what .sdlc/.gitignore lists',
    holds: 'config.yaml, tools/, features/, ponders/, milestones/, .runs/',
  },
] as const

export const where = implement(() => contracts.where, {
  async run({ workspace, home }) {
    const { root, repository } = workspace
    return {
      root,
      repository: repository.id,
      home: home.dir,
      folders: [
        ...FOLDERS.map(folder => ({ ...folder, exists: fs.existsSync(path.join(root, folder.path)) })),
        {
          path: home.dir,
          owner: 'you',
          in_git: 'no',
          holds: 'memory/memory.db, repos/, trust, tokens, caches; for you alone',
          exists: fs.existsSync(home.dir),
        },
      ],
    }
  },
  render: ({ root, folders }) =>
    [
      `Workspace: ${root}`,
      '',
      '| folder | of | in git | holds | there |',
      '| --- | --- | --- | --- | --- |',
      ...folders.map(
        folder =>
          `| ${folder.path} | ${folder.owner} | ${folder.in_git} | ${folder.holds} | ${folder.exists ? 'yes' : 'not yet'} |`,
      ),
      '',
      'A folder is made when it is first needed.',
    ].join('\n'),
})
