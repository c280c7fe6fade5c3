import { expect, test } from 'vitest'
import { withoutCommands } from './prose.ts'

test.each([
  ['Write the spec stage; `furrow guide change-spec` says what belongs there.', 'Write the spec stage.'],
  ['4 claims have no source (001). `furrow explore check` lists them.', '4 claims have no source (001).'],
  [
    'It is complete. Build it change by change; `furrow trace` shows the tasks in waves.',
    'It is complete. Build it change by change.',
  ],
  ['Run `furrow trace`.', 'Run furrow trace.'],
  ['Tick `T-001`, then verify.', 'Tick T-001, then verify.'],
])('%s', (text, said) => {
  expect(withoutCommands(text)).toBe(said)
})
