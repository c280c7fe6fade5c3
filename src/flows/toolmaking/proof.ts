import fs from 'node:fs'
import path from 'node:path'
import type { Prove, UncheckedWork } from '../../agents/agent-ports.ts'
import { isRefused } from '../../operation/errors.ts'
import { environmentOf } from '../../runs/spawn/environment.ts'
import { startProcess } from '../../runs/spawn/start-process.ts'
import { readBytes, readRegularFile } from '../../store/files/read-file.ts'
import { closureNow } from '../../tools/files/closure.ts'
import { TOOL_FILE, TOOLS, type ToolPlace } from '../../tools/files/tool-folders.ts'
import { objectIn } from '../../tools/meta/ask.ts'
import { readMeta } from '../../tools/meta/read-meta.ts'
import { commandFor, variablesFor } from '../../tools/runtime/command.ts'
import { misfits } from '../../tools/tests/shape.ts'
import type { Call } from '../../workspace/call.ts'
import { isNewerVersion } from './version.ts'

const PATIENCE_MS = 60_000
const LARGEST = 2 ** 20
const PURPOSES: readonly string[] = ['tool-build', 'tool-evolve']

/** Whether a tool that an agent made is one: it answers, it passes its tests, and everything that belongs to it is there. */
export const proveTool: Prove = async (call, left) => {
  const { purpose = '', target = '' } = left.run.agent ?? {}
  if (!PURPOSES.includes(purpose)) return undefined
  const [name = '', before] = target.split('@')
  const place = placeIn(left.root, name)
  if (!fs.existsSync(path.join(place.folder, TOOL_FILE))) return [`${TOOLS}/${name}/${TOOL_FILE} is not there.`]
  return [...missing(left.root, place), ...(await tried(call, left, { place, before }))]
}

function placeIn(root: string, name: string): ToolPlace {
  const base = path.join(root, TOOLS)
  return { name, base, folder: path.join(base, name), source: 'repository' }
}

function missing(root: string, { name, folder }: ToolPlace): string[] {
  const list = path.join(root, TOOLS, 'tools.md')
  return [
    ...(fs.existsSync(path.join(folder, 'README.md')) ? [] : ['It has no README.md.']),
    ...(testsIn(folder).length > 0 ? [] : ['It has no test in tests/.']),
    ...(readBytes(list)?.includes(name) === true ? [] : ['tools.md does not list it; furrow tool sync did not run.']),
  ]
}

function testsIn(folder: string): string[] {
  const tests = path.join(folder, 'tests')
  if (!fs.existsSync(tests)) return []
  return fs
    .readdirSync(tests)
    .filter(file => file.endsWith('.json'))
    .sort()
}

interface ToolCandidate {
  readonly place: ToolPlace
  /** The version that it had, where it is no new one. */
  readonly before: string | undefined
}

async function tried(call: Call, left: UncheckedWork, { place, before }: ToolCandidate): Promise<string[]> {
  const say = speaker(call, left, place)
  const said = objectIn(await say('--meta', ''))
  if (said === undefined) return ['--meta does not answer with one JSON object.']
  const { meta, problems } = readMeta(place.name, said)
  const wrong = problems.map(({ field, message }) => `--meta: ${field} ${message}`)
  const old =
    before !== undefined && !isNewerVersion(meta.version, before)
      ? [`The version ${meta.version} is not above ${before}.`]
      : []
  const failed: string[] = []
  for (const file of testsIn(place.folder)) failed.push(...(await misfitsOf(place, file, say)))
  return [...wrong, ...old, ...failed]
}

type Say = (mode: string, input: string) => Promise<string>

async function misfitsOf({ folder }: ToolPlace, file: string, say: Say): Promise<string[]> {
  const fixture = objectIn(readRegularFile(path.join(folder, 'tests', file)).toString('utf8'))
  if (fixture === undefined) return [`tests/${file} is no fixture: { name, input, expect }`]
  const result = resultIn(await say('--run', JSON.stringify(fixture['input'] ?? {})))
  return misfits(fixture['expect'] ?? { ok: true }, result).map(problem => `tests/${file}: ${problem}`)
}

/** The whole of it, or the last line that says it is the result. */
function resultIn(text: string): unknown {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const events = lines.flatMap((line): Record<string, unknown>[] => [objectIn(line) ?? []].flat())
  return objectIn(text) ?? events.findLast(({ type }) => type === 'result') ?? events.at(-1)
}

/** Runs the tool as the agent could have: in the same confinement, without secrets. */
function speaker(call: Call, { run, root, confinement }: UncheckedWork, place: ToolPlace): Say {
  return async (mode, input) => {
    try {
      const closure = closureNow(place.folder, { ...place, root })
      const { argv } = await commandFor(call, place, { closure, mode: [mode], root })
      const env = environmentOf({
        parent: call.env,
        runId: run.id,
        root,
        own: { ...variablesFor(place), FURROW_HOME: call.home.dir },
      })
      await using child = await startProcess({ argv: [...argv], cwd: root, env, confinement, stdin: input })
      child.stderr.resume()
      const late = setTimeout(() => void child.cancel(), PATIENCE_MS)
      try {
        const text = await textOf(child.stdout)
        await child.exited
        return text
      } finally {
        clearTimeout(late)
      }
    } catch (error) {
      if (!isRefused(error)) throw error
      return ''
    }
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
