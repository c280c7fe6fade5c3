import type { NextStep } from '../lifecycle/next-step.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Ambiguity } from './lint/ambiguities.ts'
import type { Spec } from './model.ts'
import { stagePath, TABLE, type WrittenStage } from './stages.ts'
import { type Hashes, openStage, staleBecause, whyOpen } from './transitions.ts'

/** The one next step; executing it literally works, with the texts that it says it needs. */
export function nextSpecStep(spec: Spec, hashes: Hashes, ambiguities: readonly Ambiguity[] = []): NextStep {
  const [ambiguity] = ambiguities
  if (ambiguity !== undefined) return editStep(ambiguity)
  const stage = openStage(spec, hashes)
  if (stage === undefined) return DONE
  if (stage === 'init') return renewStep(spec)
  if (whyOpen(spec, stage, hashes) === 'stale') return staleStep(stage, staleBecause(spec, stage, hashes))
  if (stage === 'clarify') return CLARIFY
  if (stage === 'validate' && spec.verdict === 'FAIL') return AFTER_FAIL
  return writeStep(stage)
}

/** Write a stage: the command takes the filled-in template, the tool its sections. */
export function writeStep(stage: WrittenStage): NextStep {
  const { action, fields, title } = TABLE[stage]
  const needs = fields.filter(field => 'required' in field).map(({ key }) => key)
  return {
    stage,
    says: `Write the ${stage} stage; \`${shell`furrow guide spec-${stage}`}\` says what belongs there, \`${shell`furrow spec template ${stage}`}\` is its form.`,
    command: shell`furrow spec write ${stage} --document -`,
    reads: `the filled-in template of the ${title.toLowerCase()}`,
    tool: { name: 'sdd_spec', arguments: { action } },
    needs,
  }
}

/** A file that says two things at once comes first: what is built on it is built on both. */
function editStep({ message, advice, fix }: Ambiguity): NextStep {
  return {
    says: `${message} ${advice}`,
    command: fix,
    tool: { name: 'sdd_spec', arguments: { action: 'lint' } },
  }
}

const CLARIFY: NextStep = {
  stage: 'clarify',
  says: 'See what the Clarity Gate asks, then ask the person.',
  command: shell`furrow spec clarify`,
  tool: { name: 'sdd_spec', arguments: { action: 'clarify' } },
}

const AFTER_FAIL: NextStep = {
  stage: 'validate',
  says: 'The verdict is FAIL. Go back to the stage at fault (`furrow trace` names the gaps); from the tasks it usually is mended.',
  command: shell`furrow spec reopen tasks --reason 'The verdict was FAIL'`,
  tool: { name: 'sdd_spec', arguments: { action: 'reopen', stage: 'tasks', reason: 'The verdict was FAIL' } },
}

const DONE: NextStep = {
  says: 'The specification is complete. Build it change by change; `furrow trace` shows the tasks in waves.',
  command: shell`furrow trace`,
  tool: { name: 'sdd_spec', arguments: { action: 'trace' } },
}

function renewStep({ name, description, mode }: Spec): NextStep {
  return {
    stage: 'init',
    says: 'Give the name, description and mode again, changed or not.',
    command: shell`furrow spec init ${name} ${description} --mode ${mode}`,
    tool: { name: 'sdd_spec', arguments: { action: 'init', name, description, mode } },
  }
}

function staleStep(stage: WrittenStage, because: readonly WrittenStage[]): NextStep {
  const files = because.map(stagePath).join(' and ')
  return {
    stage,
    says: `${stagePath(stage)} was written before ${files} changed. Read both; confirm it if it still holds, else write it again (\`${shell`furrow spec write ${stage}`}\`).`,
    command: shell`furrow spec confirm ${stage}`,
    tool: { name: 'sdd_spec', arguments: { action: 'confirm', stage } },
  }
}
