import { parse as parseToml } from 'smol-toml'
import { isObject } from '../../shared/is-object.ts'
import type { Parameter, Recipe } from './model.ts'
import { usageParameters } from './usage.ts'

type RecipeReader = (text: string, file: string) => Recipe[]

/** The files that name commands, by the names they may have, and how each is read. Nothing is run to find out. */
export const READERS: readonly { readonly files: readonly string[]; readonly read: RecipeReader }[] = [
  { files: ['package.json'], read: npmScripts },
  { files: ['justfile', 'Justfile', '.justfile'], read: justRecipes },
  { files: ['mise.toml', '.mise.toml', '.config/mise.toml'], read: miseTasks },
  { files: ['Makefile', 'makefile', 'GNUmakefile'], read: makeTargets },
]

const MOST = 100

export function npmScripts(text: string, file: string): Recipe[] {
  const { scripts } = Object(parsedJson(text)) as { scripts?: unknown }
  if (!isObject(scripts)) return []
  const hooks = new Set(Object.keys(scripts).flatMap(name => [`pre${name}`, `post${name}`]))
  return Object.entries(scripts)
    .filter(([name, script]) => typeof script === 'string' && isName(name) && !hooks.has(name))
    .slice(0, MOST)
    .map(([name, script]) => ({
      name: `npm:${name}`,
      file,
      argv: ['npm', 'run', '--silent', name],
      command: String(script),
      parameters: [],
    }))
}

const JUST = /^@?(?<name>[A-Za-z_][\w-]*)(?<words>(?: +[+*$]*[\w-]+(?:=(?:'[^']*'|"[^"]*"|[^\s:]+))?)*) *:(?!=)/

export function justRecipes(text: string, file: string): Recipe[] {
  const lines = text.split('\n')
  return lines
    .flatMap((line, index) => {
      const { name = '', words = '' } = JUST.exec(line)?.groups ?? {}
      const hidden = name.startsWith('_') || /^\[private\]/.test(lines[index - 1] ?? '')
      if (!isName(name) || hidden) return []
      const parameters = words.trim() === '' ? [] : words.trim().split(/ +/).map(justParameter)
      return [
        {
          name: `just:${name}`,
          file,
          ...above(lines, index),
          argv: ['just', name],
          command: `just ${name}`,
          parameters,
        },
      ]
    })
    .slice(0, MOST)
}

function justParameter(word: string): Parameter {
  const [, mark = '', name = '', value] = /^([+*$]*)([\w-]+)(?:=(.*))?$/.exec(word) ?? []
  const text = value?.replace(/^(['"])(.*)\1$/, '$2')
  return { name, ...(text !== undefined && { default: text }), ...(mark.includes('*') && { optional: true }) }
}

export function makeTargets(text: string, file: string): Recipe[] {
  const lines = text.split('\n')
  const seen = new Set<string>()
  return lines
    .flatMap((line, index) => {
      const [, name = '', said] = /^([A-Za-z0-9][\w.-]*) *:(?![=:])[^#]*(?:## *(.*))?$/.exec(line) ?? []
      if (!isName(name) || seen.has(name)) return []
      seen.add(name)
      const description = said === undefined ? above(lines, index) : { description: said }
      return [
        { name: `make:${name}`, file, ...description, argv: ['make', name], command: `make ${name}`, parameters: [] },
      ]
    })
    .slice(0, MOST)
}

export function miseTasks(text: string, file: string): Recipe[] {
  const { tasks } = Object(parsedToml(text)) as { tasks?: unknown }
  if (!isObject(tasks)) return []
  return Object.entries(tasks)
    .filter(([name]) => isName(name))
    .slice(0, MOST)
    .map(([name, task]) => {
      const { run, description, usage } = (isObject(task) ? task : { run: task }) as Record<string, unknown>
      return {
        name: `mise:${name}`,
        file,
        ...(typeof description === 'string' && { description }),
        argv: ['mise', 'run', name],
        command: [run].flat().map(String).join(' && '),
        parameters: typeof usage === 'string' ? usageParameters(usage) : [],
      }
    })
}

/** A comment right above says what it does. */
function above(lines: readonly string[], index: number): { description?: string } {
  const [, said] = /^#+ *(.+)$/.exec(lines[index - 1] ?? '') ?? []
  return said === undefined ? {} : { description: said }
}

/** One that an address and a command line can hold. */
export function isName(name: string): boolean {
  return /^[A-Za-z0-9_][\w.:-]{0,80}$/.test(name) && !/\.\.|\.$|\.lock$/.test(name)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parsedToml(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return undefined
  }
}
