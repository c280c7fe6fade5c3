import type { Change, ChangeView } from './model.ts'

/** The one next step of a change, as a command for people and a tool for agents; executing it literally works. */
export function nextStep(change: Change, { checked }: { checked: boolean }): ChangeView['next'] {
  switch (change.status) {
    case 'active':
      return activeStep(change, checked)
    case 'paused':
      return step(
        `${change.id} is paused.`,
        `furrow change switch ${change.id}`,
        `sdd_change_manage action=switch id=${change.id}`,
      )
    case 'completed':
    case 'cancelled':
      return step(
        `${change.id} is ${change.status}.`,
        `furrow change archive ${change.id}`,
        `sdd_change_manage action=archive id=${change.id}`,
      )
    case 'archived':
      return step(`${change.id} is archived.`, 'furrow change list', 'sdd_change_manage action=list')
  }
}

function activeStep({ current_stage: stage, description }: Change, checked: boolean): ChangeView['next'] {
  if (stage === 'context-check' && !checked)
    return {
      stage,
      says: 'Look at what exists already before going on.',
      command: 'furrow context-check',
      tool: `sdd_context_check change_description=${JSON.stringify(description)}`,
    }
  return {
    stage,
    says: `Write the ${stage} stage; \`furrow guide change-${stage}\` says what belongs there.`,
    command: `furrow change advance --content @${stage}.md`,
    tool: 'sdd_change_advance content=...',
  }
}

function step(says: string, command: string, tool: string): ChangeView['next'] {
  return { says, command, tool }
}
