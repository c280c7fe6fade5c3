import { refuseFor } from '../../lifecycle/reason.ts'
import { implement } from '../../workspace/call.ts'
import { isInFolder } from '../model.ts'
import { commitStep } from '../record/engine.ts'
import { PROJECT } from '../record/project-files.ts'
import { artifactsOf } from '../record/project-parts.ts'
import { renderArtifact } from '../show/render-project.ts'
import { register, requireArtifactPath } from './artifact-files.ts'
import { answer, kindIn, linked, whyNotKind } from './change-artifact.ts'
import * as contracts from './contracts.ts'

/** An approval is bound to the text that was read, so a new text is one that nobody has approved. */
export const write = implement(() => contracts.write, {
  async run(call, { path, content, kind, task, expected_revision }) {
    const file = isInFolder(path)
    let revision = ''
    const held = await commitStep(call, { command: 'artifact write', ability: 'artifact.add' }, now => {
      const { type, state } = now.held
      const isNew = !artifactsOf(state).some(artifact => artifact.path === file)
      if (isNew || kind !== undefined) refuseFor(whyNotKind(type, state, kind))
      requireArtifactPath(call.workspace.root, file)
      revision = now.tx.replace(`${PROJECT}/${file}`, `${content}\n`, expected_revision)
      const next = linked(register(state, type, { path: file, at: now.at, kind }), { task, file, at: now.at })
      return { state: next, summary: `${file} was written as a ${kindIn(type, next, file)}` }
    })
    return { ...answer(call, held, file), revision }
  },
  render: renderArtifact,
})
