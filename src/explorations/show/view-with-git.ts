import type { Call } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { findAhead } from '../finalize/remote-ahead.ts'
import type { ProjectView } from '../model.ts'
import { guardContextOf } from '../record/engine.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import { absentProject, absentStep } from '../recovery/absent.ts'
import { foremostProblem } from '../recovery/problems.ts'
import { viewProject } from './view-project.ts'

/** A project with what is to be set right first, for answers that may ask git for it. */
export async function viewWithGit(call: Call, held: LoadedProject, root = call.workspace.root): Promise<ProjectView> {
  const sight = guardContextOf(call, held, filesAt(root), root)
  if (held.folder !== PROJECT) return viewArchived(call, viewProject(held, sight))
  const [seen, ...others] = sight.problems()
  if (seen === undefined) {
    const ahead = root === call.workspace.root ? await findAhead(call, held) : undefined
    return viewProject(
      held,
      ahead === undefined ? sight : { ...sight, hindrances: () => [ahead, ...sight.hindrances()] },
    )
  }
  const first = (await foremostProblem(call, held)) ?? seen
  return viewProject(held, { ...sight, problems: () => [first, ...others] })
}

/** What is in the archive may still be on the branch. */
async function viewArchived(call: Call, view: ProjectView): Promise<ProjectView> {
  const absent = await absentProject(call)
  return absent?.name === view.name ? { ...view, next: absentStep(absent) } : view
}
