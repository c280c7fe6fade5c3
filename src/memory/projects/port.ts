/** The first commit of a history, which every clone, fork and worktree of it shares. */
export type HistoryRoot =
  | { readonly kind: 'commit'; readonly commit: string }
  /** No git, or no commit yet. */
  | { readonly kind: 'none' }
  /** A shallow clone, or a git that cannot be asked. */
  | { readonly kind: 'unknown' }

/** Where a call comes from, with everything by which its project can be recognised. */
export interface CallOrigin {
  readonly path: string
  /** The same after the folder was renamed or moved, and another for a folder that took its place. */
  readonly stamp: string
  readonly name: string
  /** The config names the project: every place with that name shares its records. */
  readonly isChosen: boolean
  readonly remote: string | undefined
  readonly root: HistoryRoot
  /** Whether the root commit that was here last is still part of this repository. */
  readonly hasFormerRoot: boolean
}

export interface KnownPlace {
  readonly path: string
  readonly project: string
  readonly stamp: string
  readonly name: string
  readonly remote: string | undefined
  readonly root: string | undefined
  /** It has records of its own, although its history is that of another project. */
  readonly isPinned: boolean
  /** What its next answer has to say. */
  readonly news: readonly IdentityChange[]
}

export type IdentityChange =
  | { readonly kind: 'recognised'; readonly known_as: string; readonly at?: string; readonly records: number }
  | { readonly kind: 'same_name'; readonly name: string; readonly other: string; readonly shared: number }
  | { readonly kind: 'other_here'; readonly name: string; readonly other: string; readonly records: number }

export interface RecognisedProject {
  /** Under which new records are kept. */
  readonly name: string
  /** Every name under which it has records, its own first. */
  readonly names: readonly string[]
  readonly by: 'name' | 'root commit' | 'path' | 'remote' | 'folder'
  readonly news: readonly IdentityChange[]
}

export interface ProjectIdentity {
  readonly name: string
  readonly aliases: readonly string[]
  readonly merged: readonly string[]
  readonly roots: readonly string[]
  readonly paths: readonly string[]
  readonly records: number
  readonly last_use: number | undefined
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly from: string; readonly into: string }
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  | { readonly kind: 'same'; readonly project: string }

/** Which records belong to which repository or folder. */
export interface Projects {
  at(path: string): Promise<KnownPlace | undefined>
  /** Finds or makes the project of a place. What changed is returned once, to the first caller that can say it. */
  recognise(place: CallOrigin, options: { tells: boolean }): Promise<RecognisedProject>
  /** The project that a caller names: by its name, a name that was merged into it, or an alias that only it has. */
  named(name: string): Promise<{ name: string; names: readonly string[] }>
  list(): Promise<ProjectIdentity[]>
  /** From now on the records of one are found as those of the other; no record is changed. */
  merge(from: string, into: string): Promise<MergeOutcome>
  /** Undoes a merge, and tells with which project it was one. */
  unmerge(name: string): Promise<{ from: string } | undefined>
  /** Gives records to another project, all or none. */
  move(ids: readonly number[], into: string): Promise<{ project: string }>
  /** Gives a place a project of its own, whatever its history says. */
  separate(place: CallOrigin, name: string | undefined): Promise<string>
}
