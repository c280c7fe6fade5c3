import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../lab.ts'

const LEFT_OUT = ['.git', '.cache', 'bench', 'docs', 'examples', 'sdd']

/** The checkout for a user who may not enter the folder that it lies in. */
export function copyForEveryone(folder: string): string {
  const copy = path.join(folder, 'furrow')
  fs.mkdirSync(copy)
  const names = fs.readdirSync(packageRoot).filter(name => !LEFT_OUT.includes(name))
  execFileSync('cp', ['-r', '--', ...names.map(name => path.join(packageRoot, name)), copy])
  execFileSync('chmod', ['-R', 'a+rX', copy])
  return copy
}
