import type { Call } from '../workspace/call.ts'

/** What the domains need of each other, by the name under which a domain declared it. */
export const ports: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  'changes.remembers': async call => (await import('../flows/remembers.ts')).remembersIn(call),
  'changes.checks_context': async call => (await import('../flows/context-check/check.ts')).contextCheckerIn(call),
  'specs.decisions': async call => (await import('../flows/decisions.ts')).decisionsIn(call),
  'board.changes': async () => (await import('../flows/board-changes.ts')).changesForBoard,
  'board.targets': async call => (await import('../board/targets.ts')).targetsIn(call),
  'agents.proofs': async () => (await import('../flows/toolmaking/proof.ts')).proveTool,
  'log.undo_guards': async () => [(await import('../changes/undone.ts')).guardUndo],
  'tools.asks': async call => (await import('../board/escalations/for-tools.ts')).asksForTools(call),
  'tools.secrets': async call => (await import('../secrets/for-tools.ts')).secretsForTools(call),
  'tools.setups': async call => (await import('../ask/index/set-up.ts')).setUpByAsking(call),
  'trust.subjects': async () => [
    (await import('../runs/gates/subject.ts')).gateSubjects,
    (await import('../changes/verify/plan.ts')).changeSubjects,
    (await import('../tools/subjects.ts')).toolSubjects,
    (await import('../projects/types/load.ts')).typeSubjects,
    (await import('../tools/recipes/find.ts')).recipeSubjects,
  ],
}
