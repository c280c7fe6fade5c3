import { expect, test } from 'vitest'
import { outputsIn } from './proof.ts'

const VERIFY = `All done.

\`\`\`text
not output
\`\`\`

## Proof

Run by Furrow, 2026-01-02T10:00:00.000Z.

### unit

- command: "npm test"
- exit code: 0

\`\`\`\`text
ok 1
\`\`\`
\`\`\`\`

### lint

- command: "npm run lint"
`

test('the output of a check is found by its name, fences in it and all', () => {
  expect([...outputsIn(VERIFY)]).toEqual([['unit', 'ok 1\n```']])
})

test('a text without proof has no outputs', () => {
  expect([...outputsIn('## Notes\n\n```\nx\n```')]).toEqual([])
})
