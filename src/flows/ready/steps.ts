import { unnamedSecret } from '../../shared/form/unnamed-secret.ts'
import { type ShellText, shell, splice } from '../../shared/shell/shell.ts'
import type { SecretRef, Tool } from '../../tools/model.ts'
import { isServerAccess } from '../../workspace/serving/access.ts'
import type { ReadyStep } from './model.ts'

export interface ToolState {
  readonly tool: Tool
  /** The program that would run it. */
  readonly program: string
  /** Packages that its package.json names and that are not installed; nothing where it has none. */
  readonly packages: readonly string[] | undefined
  /** Secrets that are set and not granted, needed or not. */
  readonly grantable: readonly string[]
  /** Secrets that are not set, needed or not. */
  readonly unset: readonly string[]
}

/** Everything between a tool and its first run, in the order in which it has to be done. */
export function readySteps({ tool, program, packages, grantable, unset }: ToolState): ReadyStep[] {
  return [
    { kind: 'runtime', title: `Runs with ${tool.runtime ?? 'node'}`, done: true, detail: program },
    ...(packages === undefined ? [] : [packageStep(tool, packages)]),
    ...(tool.built_in ? [] : [trustStep(tool)]),
    ...(tool.trusted && tool.error !== undefined ? [brokenStep(tool, tool.error)] : []),
    ...wrongSecretSteps(tool),
    ...(tool.secrets ?? []).flatMap(secret => {
      const { env_var: name } = secret
      return secretSteps(tool, secret, { isGrantable: grantable.includes(name), isUnset: unset.includes(name) })
    }),
    ...(tool.requires_setup ? [setupStep(tool)] : []),
  ]
}

function packageStep({ name }: Tool, missing: readonly string[]): ReadyStep {
  if (missing.length === 0) return { kind: 'packages', title: 'Its packages are installed', done: true }
  return open('packages', `Install the packages of ${name}`, {
    detail: `${missing.join(', ')}; without their install scripts`,
    operation: { name: 'tool.install', input: { name } },
    command: shell`furrow tool install ${name}`,
  })
}

function trustStep({ name, trusted, standing, error }: Tool): ReadyStep {
  if (trusted) return { kind: 'trust', title: 'Trusted as it is now', done: true }
  return open('trust', `Trust ${name} as it is now`, {
    detail:
      error ??
      `${standing === 'changed' ? 'It changed since you trusted it. ' : ''}Its secrets and setup are known once it is trusted.`,
    operation: { name: 'trust.grant', input: { subjects: [`tool:${name}`] } },
    command: shell`furrow trust --subjects ${`tool:${name}`}`,
  })
}

function brokenStep({ name }: Tool, error: string): ReadyStep {
  return open('tool', `${name} does not work`, { detail: error, command: shell`furrow tool info ${name}` })
}

/** A secret without a name that can be read keeps the tool from running. */
function wrongSecretSteps({ name, problems }: Tool): ReadyStep[] {
  const wrong = unnamedSecret(problems)
  if (wrong === undefined) return []
  const detail = `${wrong.field} ${wrong.message}`
  return [open('tool', `${name} declares a secret wrongly`, { detail, command: shell`furrow tool info ${name}` })]
}

interface SecretState {
  /** Set and not granted. */
  readonly isGrantable: boolean
  readonly isUnset: boolean
}

/** A secret that only some runs need, or none, keeps the others from nothing, and is listed as it is. */
function secretSteps(tool: Tool, secret: SecretRef, { isGrantable, isUnset }: SecretState): ReadyStep[] {
  const { env_var: name } = secret
  const scopes = (tool.missing_scopes ?? []).filter(each => each.name === name).map(({ scope }) => scope)
  const isMissing = tool.missing_secrets.includes(name)
  if (isMissing && isServerAccess(name))
    return [open('server', `${name} is there while a server runs`, { command: shell`furrow serve` })]
  if (isMissing || scopes.length > 0)
    return (scopes.length > 0 ? scopes : ['default']).map(scope => setStep(name, scope))
  if (tool.missing_grants.includes(name)) return [grantStep(tool, name)]
  if (isGrantable) return [{ ...grantStep(tool, name), optional: true, detail: 'Optional: not every run needs it.' }]
  if (isUnset) return [unsetStep(secret)]
  return [{ kind: 'secret', title: `${name} is set and granted`, done: true }]
}

/** Not missing for the form as it opens; another input may need it. */
function unsetStep({ env_var: name, required, when }: SecretRef): ReadyStep {
  const reasons = [...(required ? [] : ['optional']), ...(when === undefined ? [] : [`needed when ${when}`])]
  const detail = `not set (${reasons.join(', ')})`
  if (isServerAccess(name)) return { kind: 'server', title: name, done: false, optional: true, detail }
  return { ...setStep(name, 'default'), optional: true, detail }
}

function grantStep({ name: tool }: Tool, name: string): ReadyStep {
  return open('grant', `Grant ${name} to ${tool}`, {
    operation: { name: 'secrets.grant', input: { name, tool } },
    command: shell`furrow secrets grant ${name} ${tool}`,
  })
}

function setStep(name: string, scope: string): ReadyStep {
  const where = scope === 'default' ? [] : splice(shell`--scope ${scope}`)
  return open('secret', `Set ${name}${scope === 'default' ? '' : ` (${scope})`}`, {
    operation: { name: 'secrets.set', input: { name, scope } },
    command: shell`furrow secrets set ${name} ${where}`,
  })
}

function setupStep(tool: Tool): ReadyStep {
  if (tool.setup_done === true) return { kind: 'setup', title: 'It is set up', done: true }
  return open('setup', `Set ${tool.name} up`, {
    ...(tool.setup_description !== undefined && { detail: tool.setup_description }),
    operation: { name: 'tool.setup', input: { name: tool.name } },
    command: shell`furrow tool setup ${tool.name}`,
  })
}

type More = Pick<ReadyStep, 'detail' | 'operation'> & { readonly command: ShellText }

function open(kind: ReadyStep['kind'], title: string, more: More): ReadyStep {
  return { kind, title, done: false, ...more }
}
