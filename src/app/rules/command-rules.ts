import { flagName } from '../../operation/command/command-line.ts'
import type { OperationEntry } from '../../operation/manifest.ts'

/** Flags that every command has; an input of that name could never be given. */
const TAKEN = ['json', 'yes', 'workspace', 'operation_id', 'help']

/** What a command line could not spell, or only ambiguously. */
export function whyNotTypable({ name, input, cli }: OperationEntry): string[] {
  if (cli === undefined) return []
  const { properties = {}, required = [] } = input
  const { positionals = [], rest, text, example, path } = cli
  const optional = positionals.findIndex(field => !required.includes(field))
  const late = optional < 0 ? [] : positionals.slice(optional).filter(field => required.includes(field))
  const flags = Object.keys(properties).map(field => flagName(field, cli))
  return [
    ...Object.keys(properties)
      .filter(field => TAKEN.includes(field) && !positionals.includes(field))
      .map(field => `${name}: every command has a flag ${flagName(field)} already`),
    ...late.map(field => `${name}: ${field} is needed, so it cannot follow a word that may be left out`),
    ...flags
      .filter((flag, index) => flags.indexOf(flag) !== index)
      .map(flag => `${name}: two inputs are spelled ${flag}`),
    ...flags
      .filter(flag => flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`))
      .map(flag => `${name}: ${flag} would take back --${flag.slice(5)}`),
    rest !== undefined &&
      properties[rest]?.type !== 'array' &&
      `${name}: ${rest} takes all remaining words and is not a list`,
    text !== undefined &&
      properties[text]?.type !== 'string' &&
      cli.objects?.[text] !== 'json' &&
      `${name}: ${text} comes from a file and is not text`,
    !example.includes(`furrow ${path}`) && `${name}: its example is not one of furrow ${path}`,
  ].filter(problem => problem !== false)
}
