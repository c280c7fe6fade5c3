import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder with git in it, for tests; `git` there is the plain one, with nobody's configuration. */
export interface GitLab extends Disposable {
  readonly folder: string
  git(at: string, ...args: string[]): string
  repository(name: string): string
  write(file: string, text: string): string
}

const ENV = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap(who => [
      [`GIT_${who}_NAME`, 'Maintainer'],
      [`GIT_${who}_EMAIL`, 'maintainer@example.org'],
    ]),
  ),
}

export function gitLab(): GitLab {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-git-')))
  const git = (at: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd: at,
      env: ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const write = (file: string, text: string) => {
    const place = path.join(folder, file)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.writeFileSync(place, text)
    return place
  }
  return {
    folder,
    git,
    write,
    repository(name) {
      const at = path.join(folder, name)
      git(folder, 'init', '-q', '-b', 'main', at)
      write(path.join(name, 'file.txt'), 'one\n')
      git(at, 'add', '.')
      git(at, 'commit', '-qm', 'first')
      return at
    },
    [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}
