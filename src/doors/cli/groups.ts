/** One line for words that are no command by themselves; a group without a line here lists its commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  '': 'Explore before you specify, specify before you build, remember what was decided.',
  adr: 'Decisions and why they were taken',
  change: 'Changes: one unit of work each, from a sentence to the history',
  config: 'Settings of this workspace and your own',
  explore: 'Explorations: questions first, then findings and artifacts',
  feature: 'Cards on the board',
  memory: 'What was learnt and decided, and how to find it again',
  request: 'What agents asked for that only you may do',
  runs: 'Whatever executes: list, watch, cancel',
  secrets: 'Secrets, and which code may read them',
  spec: 'The specification, stage by stage',
  token: 'Tokens for scripts that do what needs a person',
  tool: 'The tools of this repository',
  trust: 'Which repositories may run their own code',
}
