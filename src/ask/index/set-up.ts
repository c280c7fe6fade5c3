import { isRefused } from '../../operation/errors.ts'
import type { ToolSetups } from '../../tools/tool-ports.ts'
import type { Call } from '../../workspace/call.ts'
import { AMA } from '../threads/model.ts'
import { currentFile, indexFolder } from './files/index-folder.ts'

/** The tool `ama` needs the index and nothing else; a question and `furrow ask index` make it too. */
export function setUpByAsking({ workspace }: Pick<Call, 'workspace'>): ToolSetups {
  return { isDone: tool => tool === AMA && hasIndex(workspace.root) }
}

function hasIndex(root: string): boolean {
  try {
    return currentFile(indexFolder(root)) !== undefined
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
