import type { Manifest } from '../../../operation/manifest.ts'

/** A command of this door as the command line hands it over. */
export interface CommandLine {
  readonly input: Readonly<Record<string, unknown>>
  /** Any folder inside the workspace. */
  readonly workspace?: string
}

export interface Start {
  readonly manifest: Manifest
  readonly terminal: { readonly env: Readonly<Record<string, string | undefined>> }
}
