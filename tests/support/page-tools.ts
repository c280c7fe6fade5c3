import type { Lab } from '../lab.ts'
import { bareTool, DEPLOY, trust, writeTool } from './tools.ts'

/** The example, and one follow-up more, for what failed. */
const DEPLOY_ON_PAGE = {
  ...DEPLOY,
  result_actions: [
    ...DEPLOY.result_actions,
    { label: 'Look into it', icon: 'bug', condition: '$.ok == false', prompt_template: 'Why? {{result.error}}' },
  ],
}

const DEPLOYING = `
  print({ type: 'progress', message: 'Connecting to Render', percent: 0 })
  print({ type: 'log', level: 'stdout', line: 'Deploy of ' + input.ref + ' with ' + process.env.RENDER_API_KEY })
  print({ type: 'log', level: 'stderr', line: 'Warning: deprecated dependency' })
  print({ type: 'result', ok: true, data: { deploy_id: 'dep_abc', url: 'https://shop.example', status: 'live' }, duration_ms: 12 })
`

const EVERYTHING = {
  display_name: 'Everything',
  description: 'One field of every kind',
  tags: ['test'],
  form_layout: [
    { key: 'title', type: 'text' as const, label: 'Title', required: true, help: 'What to call it.' },
    { key: 'count', type: 'text' as const, label: 'Count' },
    { key: 'notes', type: 'textarea' as const, label: 'Notes' },
    { key: 'sql', type: 'code' as const, label: 'Query', language: 'sql', default: 'select 1' },
    { key: 'parts', type: 'select' as const, label: 'Parts' },
    { key: 'loud', type: 'checkbox' as const, label: 'Loud' },
    { key: 'reason', type: 'text' as const, label: 'Reason', show_when: '$.loud == true' },
    { key: 'when', type: 'date_range' as const, label: 'When' },
    { key: 'config', type: 'file' as const, label: 'File', placeholder: 'package.json' },
    { key: 'pass', type: 'text' as const, label: 'Passphrase', secret: true },
  ],
  input_schema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      count: { type: 'integer', minimum: 1 },
      parts: { type: 'array', items: { type: 'string', enum: ['web', 'worker'] } },
    },
    required: ['title'],
  },
}

/** Says it is there, then goes on until the file \`more\` says stop. */
const WAITING = `
  print({ type: 'log', level: 'stdout', line: 'waiting for ' + (input.who ?? 'nobody') })
  setInterval(() => {
    if (fs.existsSync(process.env.SDLC_ROOT + '/stop')) {
      print({ type: 'result', ok: true, data: { waited: input.who } })
      process.exit(0)
    }
  }, 20)
`

const ROWS = [
  { day: '2026-01-01', p50: 120, p95: 310, host: 'web-1' },
  { day: '2026-01-02', p50: 133, p95: 290, host: 'web-2' },
  { day: '2026-01-03', p50: 90, p95: 410, host: null },
]

type Meta = Parameters<typeof bareTool>[0]

/** One tool for every way of showing a result. */
const RESULTS: Readonly<Record<string, readonly [NonNullable<Meta['render']>, unknown]>> = {
  table: [{ kind: 'table', path: '$.rows' }, { rows: ROWS }],
  chart: [{ kind: 'chart', path: '$.rows', columns: ['day', 'p50', 'p95'] }, { rows: ROWS }],
  markdown: [{ kind: 'markdown', path: 'text' }, { text: '# Report\n\nAll **good**. <img src=x onerror=alert(1)>' }],
  diff: [{ kind: 'diff' }, '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n'],
  facts: [{ kind: 'key-value' }, { version: '1.2.3', healthy: true }],
  tree: [{ kind: 'tree' }, { a: { b: { c: [1, 2, 3] } } }],
  picture: [{ kind: 'image', path: 'src' }, { src: `data:image/png;base64,${dot()}` }],
  plain: [{ kind: 'json' }, { plain: ['json'] }],
}

/** The tools that the tests of the page use, trusted but for one that came later. */
export async function pageTools(lab: Lab): Promise<void> {
  writeTool(lab, 'deploy', bareTool(DEPLOY_ON_PAGE, DEPLOYING))
  writeTool(lab, 'everything', bareTool(EVERYTHING, 'print({ ok: true, data: input })'))
  writeTool(
    lab,
    'wait',
    bareTool(
      {
        display_name: 'Wait',
        description: 'Waits until it is told to stop',
        tags: ['test'],
        streaming: true,
        form_layout: [{ key: 'who', type: 'text', label: 'Who' }],
        input_schema: { type: 'object', properties: { who: { type: 'string' } } },
      },
      WAITING,
    ),
  )
  for (const [name, [render, data]] of Object.entries(RESULTS))
    writeTool(
      lab,
      `show-${name}`,
      bareTool(
        { display_name: `Show ${name}`, tags: ['observability'], render },
        `print({ ok: true, data: ${JSON.stringify(data)} })`,
      ),
    )
  writeTool(lab, 'broken', 'this is not typescript (')
  await trust(lab)
  writeTool(lab, 'later', bareTool({ display_name: 'Later', tags: ['test'] }, 'print({ ok: true, data: "ran" })'))
}

/** The smallest picture there is. */
function dot(): string {
  return 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
}
