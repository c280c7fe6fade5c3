/** A command that a repository's own files name: an npm script, a just recipe, a mise task, a make target. */
export interface Recipe {
  /** `npm:test`, `just:build` */
  readonly name: string
  /** The file that names it, relative to the workspace; trust pins it. */
  readonly file: string
  readonly description?: string
  /** What is executed, before the parameters. */
  readonly argv: readonly string[]
  /** The same as a person reads it. */
  readonly command: string
  readonly parameters: readonly Parameter[]
}

export interface Parameter {
  readonly name: string
  readonly default?: string
  readonly optional?: boolean
  /** How it is said on the command line, `--region` or `-r`; without it, by its place. */
  readonly option?: string
  /** It is said or not, and has no value. */
  readonly isSwitch?: boolean
  readonly help?: string
  readonly choices?: readonly string[]
}
