import type { ResourceEntry } from '../operation/manifest.ts'
import type { OpenResource } from '../workspace/call.ts'

/** A resource and where its code is; the manifest keeps the plain fields alone. */
export interface Resource extends ResourceEntry {
  readonly load: () => Promise<OpenResource>
}

/** Bodies that are not JSON: logs, attachments, downloads, streams. Same policy as operations, served by the HTTP door. */
export const resources: readonly Resource[] = []
