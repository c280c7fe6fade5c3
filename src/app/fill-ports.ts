import type { Call } from '../workspace/call.ts'

/** What the domains need of each other, by the name under which a domain declared it. */
export const ports: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  'changes.remembers': async call => (await import('../flows/ports/remember-stages.ts')).remembersIn(call),
  'changes.checks_context': async call => (await import('../flows/context-check/check.ts')).contextCheckerIn(call),
  'projects.memory_records': async call => (await import('../flows/research/memory-records.ts')).memoryRecordsIn(call),
  'specs.decisions': async call => (await import('../flows/ports/decisions-of-changes.ts')).decisionsIn(call),
  'board.changes': async () => (await import('../flows/ports/changes-of-board.ts')).changesForBoard,
  'board.targets': async call => (await import('../board/targets.ts')).targetsIn(call),
  'agents.proofs': async () => (await import('../flows/toolmaking/proof.ts')).proveTool,
  'agents.subjects': async () => (await import('../flows/ports/subject-of-agent.ts')).findSubject,
  'runs.agent_walls': async () => (await import('../agents/containment/contain.ts')).confineForAgent,
  'log.undo_guards': async () => [(await import('../changes/undone.ts')).guardUndo],
  'reviews.run_files': async () => (await import('../agents/worktree/read-file.ts')).readRunFile,
  'tools.asks': async call => (await import('../board/escalations/for-tools.ts')).asksForTools(call),
  'tools.grants': async call => {
    const { grantsMention } = await import('../secrets/mentions.ts')
    return { mention: (secret: string) => grantsMention(call, secret) }
  },
  'tools.secrets': async call => (await import('../secrets/for-tools.ts')).secretsForTools(call),
  'tools.setups': async call => (await import('../ask/index/set-up.ts')).setUpByAsking(call),
  'trust.subjects': async () => [
    (await import('../runs/gates/subject.ts')).gateSubjects,
    (await import('../changes/verify/verify-plan.ts')).changeSubjects,
    (await import('../tools/subjects.ts')).toolSubjects,
    (await import('../explorations/types/load.ts')).typeSubjects,
    (await import('../tools/recipes/find-recipes.ts')).recipeSubjects,
  ],
}
