import path from 'node:path'
import { isRefused } from '../operation/errors.ts'
import type { SubjectSource } from '../workspace/trust/subjects.ts'
import { closureOf } from './files/closure.ts'
import { BUILT_IN_FOLDER, TOOL_FILE, toolPlaces } from './files/tool-folders.ts'
import { toolSubjectOf } from './find-tool.ts'
import { findRuntime } from './runtime/find-runtime.ts'
import { shippedHash } from './shipped.ts'

/** Every tool of the repository that is not exactly a built-in one; an added one does what it is told, so it is asked for. */
export const toolSubjects: SubjectSource = async call =>
  toolPlaces(call)
    .filter(({ source }) => source === 'repository')
    .flatMap(place => {
      try {
        const closure = closureOf(place.folder, { base: place.base, root: call.workspace.root })
        if (BUILT_IN_FOLDER.includes(place.name) && shippedHash(place.name) === closure.hash) return []
        const file = path.relative(call.workspace.root, path.join(place.folder, TOOL_FILE))
        const { name, program } = findRuntime(call)
        return [{ ...toolSubjectOf({ place, path: file, closure }), runtime: { name, program } }]
      } catch (error) {
        // It is listed with its error, and cannot run; there is nothing to trust.
        if (isRefused(error)) return []
        throw error
      }
    })
