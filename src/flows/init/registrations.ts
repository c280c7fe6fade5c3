import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { installedBin, readClientFile, rootsOf } from './client-files.ts'
import type { AgentClient, ServerRegistration } from './clients.ts'
import { programIn, registeredAs } from './contributions.ts'
import { putIn, readJsonc } from './edit/jsonc.ts'
import { putTable, readToml, tomlValueAt } from './edit/toml.ts'
import type { RegistrationView } from './model.ts'
import { shownPath } from './plan-init.ts'

/** How a client is registered now, read from its own files. Nothing that a file names is started to find out. */
export function registrationsOf(call: Pick<Call, 'workspace' | 'env'>, client: AgentClient): RegistrationView[] {
  return client.registrations.map(registration => look(call, registration))
}

function look(call: Pick<Call, 'workspace' | 'env'>, registration: ServerRegistration): RegistrationView {
  const { scope, files, shape } = registration
  const root = scope === 'project' ? 'workspace' : 'home'
  const file = files.find(each => fs.existsSync(path.join(rootsOf(call)[root], each))) ?? files[0]
  const shown = { path: shownPath({ root, file }), scope, text: snippet(registration) }
  try {
    const value = valueIn(readClientFile(call, root, file), file, registration)
    if (value === undefined) return { ...shown, state: 'absent' }
    const program = programIn(value, shape) ?? programOf(value)
    if (program === undefined) return { ...shown, state: 'another', says: 'It starts no program.' }
    return { ...shown, program, ...judged(call, program) }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ...shown, state: 'damaged', says: error.message }
  }
}

function valueIn(text: string | undefined, file: string, { format, path: at }: ServerRegistration): unknown {
  if (text === undefined) return undefined
  return tomlValueAt(format === 'toml' ? readToml(text, file) : readJsonc(text, file), at)
}

function programOf(value: unknown): string | undefined {
  const command = typeof value === 'object' && value !== null && 'command' in value ? value.command : undefined
  const program: unknown = Array.isArray(command) ? command[0] : command
  return typeof program === 'string' ? program : undefined
}

function judged(call: Pick<Call, 'env'>, program: string): Pick<RegistrationView, 'state' | 'says'> {
  const found = path.isAbsolute(program) ? program : onPath(program, call.env.PATH ?? '')
  if (found === undefined) return { state: 'another', says: `There is no ${program} on the PATH.` }
  if (!fs.existsSync(found)) return { state: 'another', says: `There is no ${found}.` }
  return leadsHere(found) ? { state: 'ours' } : { state: 'another', says: `${found} is another install.` }
}

/** Relative entries are left out: they would let a repository answer for the machine. */
function onPath(program: string, value: string): string | undefined {
  if (program.includes('/') || program.includes('\\')) return undefined
  const folders = value.split(path.delimiter).filter(path.isAbsolute)
  return folders.map(folder => path.join(folder, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0
}

const SHIM_BYTES = 4096

/** The bin itself, a link to it, or a small script that names it, as package managers make them. */
function leadsHere(file: string): boolean {
  const bin = installedBin()
  if (fs.realpathSync(file) === (fs.existsSync(bin) ? fs.realpathSync(bin) : bin)) return true
  if (fs.statSync(file).size > SHIM_BYTES) return false
  return fs.readFileSync(file, 'utf8').includes(bin)
}

/** What the file would hold if there were nothing else in it. */
function snippet({ format, path: at, shape, scope, scaffold = {} }: ServerRegistration): string {
  const value = registeredAs(shape, scope === 'project' ? 'furrow' : installedBin())
  if (format === 'toml') return putTable('', { file: 'x', path: at }, value).trimEnd()
  return putIn(`${JSON.stringify(scaffold, null, 2)}\n`, { file: 'x', path: at }, value).trimEnd()
}
