import { grantSecrets } from '../../secrets/grant.ts'
import { findTool, requireTrusted } from '../../tools/find-tool.ts'
import { grantableSecrets } from '../../tools/run/grantable.ts'
import { viewTool } from '../../tools/view-tool.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'

export const grantAll = implement(() => contracts.grantAll, {
  async run(call, { tool: name }) {
    const found = await findTool(call, name)
    // What a tool declares is known once it may run.
    requireTrusted(call, found)
    const tool = await viewTool(call, found)
    const granted = [...new Set([...tool.missing_grants, ...(await grantableSecrets(call, found))])]
    if (granted.length > 0) await grantSecrets(call, name, granted)
    return { tool: name, granted, missing: tool.missing_secrets }
  },
  render({ tool, granted, missing }) {
    const said = granted.length === 0 ? `${tool} needs no further grant.` : `${tool} may have ${granted.join(', ')}.`
    return missing.length === 0 ? said : `${said}\nNot set yet: ${missing.join(', ')}.`
  },
})
