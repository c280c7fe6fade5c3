import * as z from 'zod'
import { damaged } from '../../store/documents/document.ts'
import type { Call } from '../../workspace/call.ts'
import { PROJECT_CONFIG, readConfig } from '../../workspace/config/read-config.ts'
import { type CustomFlows, whyNotFlow } from '../flows.ts'

const Flows = z.record(z.string().regex(/^[a-z][a-z-]{0,40}$/), z.record(z.string(), z.array(z.string())))

/** Flows that the project's config adds. They only say which texts are asked for, so they need no trust. */
export async function customFlows(call: Call): Promise<CustomFlows> {
  const { flows } = readConfig(call).project.data
  if (flows === undefined) return {}
  const result = Flows.safeParse(flows)
  if (!result.success) throw damaged(PROJECT_CONFIG, 'has flows that are no lists of stages', { field: 'flows' })
  for (const [type, sizes] of Object.entries(result.data)) {
    for (const [size, stages] of Object.entries(sizes)) {
      const reason = whyNotFlow(stages)
      if (reason !== undefined)
        throw damaged(PROJECT_CONFIG, `has a flow for ${type}, ${size} that ${reason}`, { field: 'flows' })
    }
  }
  return result.data
}
