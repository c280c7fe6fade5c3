/** Where a row of the table of seed 003 is held: a file with tests and words of a title in it, or a page and a sentence of it. */
export type Held = readonly [file: string, words: string]

const UNIT = 'src/explorations'
const EXPLORATIONS = `${UNIT}/explorations.test.ts`
const CONTRADICTIONS = `${UNIT}/contradictions.test.ts`
const REFUSALS = `${UNIT}/refusals.test.ts`
const EFFECTS = `${UNIT}/finalize/effects.test.ts`
const FINISH = `${UNIT}/finalize/finish.test.ts`
const RECOVERY = `${UNIT}/recovery/recovery.test.ts`
const NOTES = `${UNIT}/tasks/notes.test.ts`
const MACHINE = `${UNIT}/rules/machine.test.ts`
const DOORS = 'tests/doors/explorations.test.ts'
const FAULTS = 'tests/faults/finalization.test.ts'
const HERE = 'tests/doors/seed-rows/projects.test.ts'
const PAGE = 'docs/explorations.md'

const SCHEMA: Held = [EXPLORATIONS, 'seed 003 Project Schema: state.yaml has every field']
const DAMAGED: Held = [EXPLORATIONS, 'is named with its path and a fix, and stays as it is']
const FULL: Held = [DOORS, 'through the command line, with a bare remote and a forge']
const OVERVIEW: Held = [REFUSALS, 'several summaries without summary.md']
const BRIEFS: Held = [CONTRADICTIONS, 'every state has a brief, terminal ones too']

/** By the number of the row: W by a test, D by a sentence, what was P or B by a test that has the number in its title. */
export const ROWS: Readonly<Record<number, Held>> = {
  1: SCHEMA,
  2: [RECOVERY, 'titles in any script get names of their own'],
  3: DAMAGED,
  4: [NOTES, 'the question of an exploration is changed'],
  5: [RECOVERY, '3-5'],
  6: DAMAGED,
  7: [RECOVERY, '3-7'],
  8: [RECOVERY, '3-8'],
  9: DAMAGED,
  10: SCHEMA,
  11: [PAGE, 'An approval is bound to the bytes that were approved'],
  12: [RECOVERY, '3-12'],
  13: [EXPLORATIONS, 'the flat file that sow writes today is named'],
  14: [EXPLORATIONS, 'comments and keys of others in state.yaml survive our edits'],
  15: [MACHINE, 'phase statuses and times follow from the state'],
  16: [MACHINE, 'phase statuses and times follow from the state'],
  17: [MACHINE, 'phase statuses and times follow from the state'],
  18: BRIEFS,
  19: [EXPLORATIONS, 'each commit adds one line to events.jsonl'],
  20: FULL,
  21: FULL,
  22: [REFUSALS, 'advance in Active with unresolved topics, or with none'],
  23: [REFUSALS, 'advance in Active with unresolved topics, or with none'],
  24: [PAGE, 'when every topic is completed or abandoned and at least one completed'],
  25: [REFUSALS, 'complete in Summarizing with no summary, and with unapproved ones'],
  26: [REFUSALS, 'complete in Summarizing with no summary, and with unapproved ones'],
  27: [CONTRADICTIONS, '#27 an edit after approval voids it'],
  28: [EFFECTS, '3-28'],
  29: [MACHINE, 'phase statuses and times follow from the state'],
  30: [REFUSALS, 'the jump from Active to Finalizing'],
  31: [REFUSALS, 'advance in Summarizing and in Finalizing'],
  32: [REFUSALS, 'advance in Summarizing and in Finalizing'],
  33: [REFUSALS, 'complete in Active, and the jump'],
  34: [FAULTS, 'goes on from there'],
  35: [CONTRADICTIONS, 'texts stay with the topic'],
  36: [DOORS, 'through the command line, with a bare remote and a forge'],
  37: [CONTRADICTIONS, 'refs append, register the file once'],
  38: [CONTRADICTIONS, 'texts stay with the topic'],
  39: [DOORS, 'two agents in processes of their own'],
  40: FULL,
  41: [CONTRADICTIONS, 'a pending topic without links is deleted'],
  42: [REFUSALS, 'adding a task in Summarizing'],
  43: [CONTRADICTIONS, 'in Summarizing'],
  44: [PAGE, 'Back, with a reason: `reopen` (to Active, approvals void) and `revise` (to Summarizing)'],
  45: FULL,
  46: [MACHINE, 'the hundredth topic and the thousandth have ids'],
  47: [CONTRADICTIONS, 'a finding is no summary whatever it is called; it takes no approval'],
  48: [CONTRADICTIONS, 'a finding is no summary whatever it is called; it takes no approval'],
  49: [CONTRADICTIONS, 'an artifact is a plain file inside the project that exists'],
  50: [FINISH, 'several documents are approved with one call'],
  51: [NOTES, '3-51'],
  52: [PAGE, 'Approving is for'],
  53: [NOTES, 'titles keep their words'],
  54: OVERVIEW,
  55: [PAGE, 'when there is a summary and all are approved as they are; several include `summary.md`'],
  56: [CONTRADICTIONS, 'one that does not link the others is a warning'],
  57: [CONTRADICTIONS, 'one summary becomes a file and several a folder'],
  58: [FINISH, '3-58'],
  59: [CONTRADICTIONS, 'the finalization tasks are there on entry'],
  60: [CONTRADICTIONS, 'one summary becomes a file and several a folder'],
  61: [CONTRADICTIONS, 'one summary becomes a file and several a folder'],
  62: [CONTRADICTIONS, '3-62'],
  63: [EFFECTS, '3-63'],
  64: [CONTRADICTIONS, 'a name that is taken is refused with another, which works'],
  65: [EFFECTS, '3-65'],
  66: [FAULTS, 'whatever else is staged or changed stays as it was'],
  67: FULL,
  68: FULL,
  69: [EFFECTS, '3-69'],
  70: [FAULTS, 'a forge that refuses leaves the step open with its reason'],
  71: [EFFECTS, 'what Furrow skipped for want of a remote is done once there is one'],
  72: [EFFECTS, '3-72'],
  73: [RECOVERY, '3-73'],
  74: [FAULTS, 'goes on from there'],
  75: [EFFECTS, 'what was done by hand is found by its effect and noted'],
  76: [DOORS, 'a script that knows nothing but the brief finishes the exploration'],
  77: [RECOVERY, '3-77'],
  78: BRIEFS,
  79: [CONTRADICTIONS, 'the brief tells findings, questions, decisions and what happened'],
  80: [CONTRADICTIONS, 'the brief tells findings, questions, decisions and what happened'],
  81: BRIEFS,
  82: BRIEFS,
  83: [HERE, '3-83'],
  84: BRIEFS,
  85: [EFFECTS, '3-85'],
  86: [PAGE, 'Out, with a reason: `abandon`'],
  87: [HERE, '3-87'],
  88: [EXPLORATIONS, 'start makes a branch, refuses a protected one, and stays with --here'],
  89: [RECOVERY, '3-89'],
  90: [EXPLORATIONS, 'explorations of all worktrees are listed'],
  91: [RECOVERY, '3-91'],
  92: DAMAGED,
  93: [PAGE, 'After the merge take one `state.yaml` and keep the lines of both logs'],
  94: [RECOVERY, 'titles in any script get names of their own'],
  95: [REFUSALS, 'complete in Summarizing with no summary, and with unapproved ones'],
  96: OVERVIEW,
  97: FULL,
  98: FULL,
  99: [HERE, '3-99'],
  100: ['tests/browser/explorations.test.ts', 'a person explores with the keyboard alone'],
  101: [RECOVERY, '3-101'],
  102: [PAGE, 'An exploration finds out before anything is decided'],
  103: [HERE, '3-103'],
  104: [EFFECTS, '3-104'],
}

const EVIDENCE = `${UNIT}/evidence/evidence.test.ts`
const RESEARCH = 'tests/doors/research.test.ts'
const TYPES = 'tests/doors/project-types.test.ts'

/** The findings on usability, what other tools have, and what a team needs, by the words of the table. */
export const MORE: Readonly<Record<string, Held>> = {
  'U1 tools are listed by default': [HERE, 'U1'],
  'U2 the proposed command asks for the outcome': [HERE, 'U2'],
  'U2 completed with neither': [NOTES, 'completed with neither'],
  'U3 fill it in before approval': [FINISH, '3-58'],
  'U4 share the folder, and take it off': [RECOVERY, '3-77: the working folder is shared'],
  'U5 a second exploration': [RECOVERY, '3-69'],
  'U6 several approvals, by name': [HERE, 'U6'],
  'U7 one finish': [FINISH, 'finish takes every step up to the approval'],
  'U8 edit the question': [NOTES, 'the question of an exploration is changed'],
  'U8 resolve a question': [NOTES, 'a question is open in status and brief until it is resolved'],
  'U9 actors by name': [NOTES, '3-77: what was done carries the name'],
  'U10 one line for what blocks': [HERE, 'U10'],
  'input documents': [EVIDENCE, 'input documents are attached once'],
  'one agent per topic': [RESEARCH, 'one agent per open topic is started'],
  'findings come back as proposals': [RESEARCH, 'findings come back as proposals'],
  'sources as records': [EVIDENCE, 'lines of a file are cited with their hash'],
  'kept excerpts': [EVIDENCE, 'an address needs an excerpt, which is looked for in the kept copy'],
  'claims without a source': [EVIDENCE, 'claims without a source and conclusions'],
  confidence: [EVIDENCE, 'a conclusion has a confidence and what would change it'],
  'the four types at the command line': [TYPES, 'to a pull request at the command line'],
  'the four types over MCP': [TYPES, 'to a pull request over MCP'],
  'the four types on the page': ['tests/browser/project-types.test.ts', 'to a pull request on the page'],
  'killed at every step': ['tests/faults/project-types.test.ts', 'goes on from there'],
  'a type is copied and changed': [`${UNIT}/types/user-types.test.ts`, 'is copied, trusted, changed and used'],
  'no words of explorations elsewhere': [`${UNIT}/types/in-use.test.ts`, 'no word of explorations is in the briefs'],
  'every state of files and git': [`${UNIT}/recovery/states-of-git.test.ts`, '3-91'],
  'two people, two homes, two clones': ['tests/doors/two-people.test.ts', 'two people with two homes and two clones'],
  'three topics in 8 calls and one approval': ['tests/doors/agent-cost.test.ts', 'at most 8 calls'],
}
