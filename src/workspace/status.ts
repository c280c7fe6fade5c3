import { implement } from './call.ts'
import * as contracts from './contracts.ts'

export const status = implement(contracts.status, {
  async run(call) {
    return {
      version: call.manifest.version,
      workspace: { root: call.workspace.root, name: 'x', resolved_by: 'folder', trusted: false },
      connected: [],
      needs: [],
      running: [],
      recent: [],
    }
  },
})
