import type { ResourceEntry } from '../operation/manifest.ts'

/** Bodies that are not JSON: logs, attachments, downloads. Same policy as operations, served by the HTTP door. */
export const resources: readonly ResourceEntry[] = []
