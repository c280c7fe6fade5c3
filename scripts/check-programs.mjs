// Furrow starts no program by a bare name: each is found by src/store/programs/find-program.ts first, or is the running Node.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

/** Who may start a process, and where its program comes from. A new one is added here together with that. */
const STARTERS = new Map([
  ['store/git/git-run.ts', 'gitProgram'],
  ['store/locks/processes.ts', 'systemProgram'],
  ['runs/spawn/pipes.ts', 'systemProgram'],
  ['runs/spawn/sandbox.ts', 'systemProgram'],
  ['runs/spawn/start-process.ts', 'resolveCommand'],
  ['runs/host/hand-over.ts', 'process.execPath'],
  ['tools/recipes/dump.ts', 'findProgram'],
  ['explorations/finalize/forge/forge.ts', 'findProgram'],
  ['ask/vectors/download.ts', 'requireProgram'],
  ['flows/doctor/programs.ts', 'gitProgram'],
  ['doors/http/serve/open-browser.ts', 'findProgram'],
  ['doors/http/serve/start-detached.ts', 'process.execPath'],
  ['doors/cli/terminal/editor.ts', 'systemProgram'],
])

/** Only tests import these. */
const FOR_TESTS = ['s/support/store/fresh-process.ts', 's/support/store/git-lab.ts', 'store/inside/swap-lab.ts']

/** Names that are not started as they are: `planRecipe` finds the program of a recipe, a thread is no process. */
const NAMING = ['tools/recipes/read-recipes.ts', 'tools/recipes/dump.ts', 'app/worker/worker-thread.ts']

const source = path.resolve(process.argv[2] ?? path.join(root, 'src'))
const problems = filesIn(source).flatMap(check)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function check(file) {
  const here = path.relative(source, file)
  if (FOR_TESTS.includes(here)) return []
  const text = fs.readFileSync(file, 'utf8')
  const shells = NAMING.includes(here)
    ? []
    : [...text.matchAll(/argv\s*[:=]\s*\[\s*'([^'/]+)'/g)].map(([, name]) => `${here} runs '${name}' by its name`)
  const imported = /import\s+(?:type\s+)?([^;]*?)\s+from\s+'(?:node:)?child_process'/.exec(text)
  const loaded = /(?:import|require)\(\s*'(?:node:)?child_process'\s*\)/.test(text)
  if (loaded) return [...shells, `${here} loads child_process in a way that this check cannot follow`]
  if (imported === null || /import\s+type\s/.test(imported[0])) return shells
  const needed = STARTERS.get(here)
  if (needed === undefined)
    return [...shells, `${here} starts processes and is not in the list of scripts/check-programs.mjs`]
  return [
    ...shells,
    ...(text.includes(needed) ? [] : [`${here} does not find its program by ${needed}`]),
    ...(/\b(?:exec|execSync|fork)\b/.test(imported[1]) ? [`${here} imports what starts a shell or a module`] : []),
    ...(/\bshell:/.test(text) ? [`${here} starts a shell`] : []),
    ...[...text.matchAll(/(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\))\(\s*['"`]([^'"`]*)/g)].map(
      ([, name]) => `${here} starts '${name}' by its name`,
    ),
  ]
}

function filesIn(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(place)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [place] : []
  })
}
