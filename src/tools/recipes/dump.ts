import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { isObject } from '../../shared/is-object.ts'
import { findProgram, trustedPath } from '../../store/programs/find-program.ts'
import type { Parameter, Recipe } from './model.ts'
import { isName } from './read-recipes.ts'

/** It reads a file and prints it; whatever takes longer does something else. */
const PATIENCE_MS = 2000
const LARGEST = 4 * 2 ** 20

interface DumpContext {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the text: the same text is read once. */
  readonly hash: string
}

const known = new Map<string, Recipe[] | undefined>()

/** What just itself says of a trusted justfile, where it is installed: it knows imports, lists and quoting. */
export function dumpedByJust(file: string, { root, env, hash }: DumpContext): Recipe[] | undefined {
  const program = findProgram('just', { env, outside: [root] })
  if (program === undefined) return undefined
  const key = `${program}\0${root}\0${hash}`
  if (!known.has(key)) known.set(key, ask(program, file, { root, env, hash }))
  return known.get(key)
}

function ask(program: string, file: string, { root, env }: DumpContext): Recipe[] | undefined {
  try {
    const args = ['--justfile', path.join(root, file), '--dump', '--dump-format', 'json']
    const text = execFileSync(program, args, {
      cwd: root,
      env: { PATH: trustedPath({ env, outside: [root] }), HOME: env['HOME'] },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE_MS,
      maxBuffer: LARGEST,
    })
    return recipesIn(JSON.parse(text) as unknown, file)
  } catch {
    // Too old for JSON, or a file that it does not take: what can be read without it counts.
    return undefined
  }
}

/** The recipes of `just --dump --dump-format json`. */
export function recipesIn(dump: unknown, file: string): Recipe[] | undefined {
  const { recipes } = Object(dump) as { recipes?: unknown }
  if (!isObject(recipes)) return undefined
  return Object.entries(recipes).flatMap(([name, recipe]) => {
    const said = Object(recipe) as Record<string, unknown>
    if (!isName(name) || said['private'] === true) return []
    const parameters = Array.isArray(said['parameters']) ? said['parameters'].flatMap(parameterOf) : []
    return [
      {
        name: `just:${name}`,
        file,
        ...(typeof said['doc'] === 'string' && { description: said['doc'] }),
        argv: ['just', name],
        command: `just ${name}`,
        parameters,
      },
    ]
  })
}

/** A default that is more than a text is worked out by just when it runs. */
function parameterOf(said: unknown): Parameter[] {
  const { name, default: value = null, kind, help } = Object(said) as Record<string, unknown>
  if (typeof name !== 'string') return []
  const isOptional = (value !== null && typeof value !== 'string') || kind === 'star'
  return [
    {
      name,
      ...optionOf(Object(said) as Record<string, unknown>),
      ...(typeof value === 'string' && { default: value }),
      ...(isOptional && { optional: true }),
      ...(typeof help === 'string' && { help }),
    },
  ].map(withoutDefault)
}

/** `[arg("x", long)]`: said by name; with a value of its own it is a switch. */
function optionOf({ long, short, flag, value }: Record<string, unknown>): Pick<Parameter, 'option' | 'isSwitch'> {
  const option = typeof long === 'string' ? `--${long}` : typeof short === 'string' ? `-${short}` : undefined
  if (option === undefined) return {}
  return { option, ...((flag === true || typeof value === 'string') && { isSwitch: true }) }
}

function withoutDefault(parameter: Parameter): Parameter {
  if (parameter.isSwitch !== true) return parameter
  const { default: _, ...rest } = parameter
  return { ...rest, optional: true }
}
