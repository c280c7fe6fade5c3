// The example workspace of the tour: a small real project, worked on through the real command line.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

const base = path.join(root, '.cache', 'example')

export async function exampleWorkspace() {
  const folder = path.join(base, 'reading-list')
  const env = { ...process.env, FURROW_HOME: path.join(base, 'home') }
  if (fs.existsSync(path.join(base, '.ready'))) return { folder, env }
  fs.rmSync(base, { recursive: true, force: true })
  fs.cpSync(path.join(root, 'examples/reading-list'), folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, '-c', 'user.name=Furrow', '-c', 'user.email=furrow@localhost', 'commit', '-q', '-m', 'feat: reading list')
  const furrow = (...args) => {
    try {
      execFileSync(process.execPath, [path.join(root, 'dist/furrow.cjs'), ...args], {
        cwd: folder,
        env,
        stdio: 'ignore',
      })
    } catch {
      console.error(`(the example's "furrow ${args.join(' ')}" ended with an error; its record shows why)`)
    }
  }
  furrow('config', 'set', 'project.name', 'reading-list')
  furrow('init')
  furrow('exec', '--label', 'tests', '--', 'node', '--test')
  fs.writeFileSync(path.join(base, '.ready'), '')
  return { folder, env }
}

function git(folder, ...args) {
  execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
}
