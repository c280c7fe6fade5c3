import { defineTool } from '../_shared/tool.ts'
import { furrow } from '../_shared/utils.ts'

interface Question {
  question: string
  thread_id?: string
}

interface Answer {
  thread_id: string
  turn_id: string
  status: string
  way?: string
  sources: { path: string; lines: [number, number]; excerpt: string; score: number }[]
  synthesis: string | null
}

interface Failed {
  error: { message: string; fix?: string }
}

defineTool<Question>({
  meta: {
    name: 'ama',
    display_name: 'Ask Me Anything',
    description: 'Answers questions about this codebase, cites the lines it read, and keeps them as threads.',
    version: '1.0.0',
    requires_setup: true,
    setup_description: 'It builds the index of this codebase.',
    streaming: false,
    threaded: true,
    timeout_seconds: 900,
    effect: 'write',
    tags: ['data'],
    input_schema: {
      type: 'object',
      properties: {
        question: { type: 'string', minLength: 1, maxLength: 20000, description: 'In your own words' },
        thread_id: { type: 'string', description: 'Go on in this thread; a new one otherwise' },
      },
      required: ['question'],
      additionalProperties: false,
    },
    output_schema: {
      type: 'object',
      properties: {
        thread_id: { type: 'string' },
        turn_id: { type: 'string' },
        synthesis: { type: 'string' },
        sources: { type: 'array' },
      },
    },
    form_layout: [
      { key: 'question', type: 'textarea', label: 'Question', placeholder: 'How does sign-in work?' },
      { key: 'thread_id', type: 'text', label: 'Thread', help: 'Leave it empty to begin a new one.' },
    ],
    result_actions: [
      {
        id: 'feature',
        label: 'Create feature from thread',
        icon: 'plus',
        condition: '$.ok == true and $.data.thread_id != null',
        prompt_template:
          'The thread {{result.data.thread_id}} of the tool {{tool}} was made into a feature of {{project}}. Read all of it (`furrow ask threads show {{result.data.thread_id}}`), check what it says in the code, and write the draft of the spec so that somebody can build from it. Keep the line that says where it originated.',
        operation: {
          name: 'thread.commit',
          input: { name: '{{tool}}', id: '{{result.data.thread_id}}', target: 'feature', enrich: false },
        },
      },
      {
        id: 'ponder',
        label: 'Open as ponder',
        icon: 'rocket',
        condition: '$.ok == true and $.data.thread_id != null',
        prompt_template:
          'The thread {{result.data.thread_id}} of the tool {{tool}} was opened as a ponder of {{project}}. Read all of it (`furrow ask threads show {{result.data.thread_id}}`) and add to the ponder what is still open and which directions there are.',
        operation: {
          name: 'thread.commit',
          input: { name: '{{tool}}', id: '{{result.data.thread_id}}', target: 'ponder', enrich: false },
        },
      },
    ],
    render: { kind: 'markdown', path: 'synthesis' },
  },
  async run({ question, thread_id }) {
    const input = { question, ...(thread_id !== undefined && thread_id !== '' && { thread_id }) }
    const answer = (await furrow(['call', 'ask.answer', '--input', JSON.stringify(input)])) as Answer | Failed
    if ('error' in answer) return failed(answer)
    return { ok: answer.status !== 'failed', data: answer }
  },
  async setup() {
    const run = (await furrow(['ask', 'index'])) as { status: string; id: string } | Failed
    if ('error' in run) return failed(run)
    if (run.status !== 'succeeded') return { ok: false, error: `The index was not built: ${run.status} (${run.id}).` }
    return { ok: true, data: await furrow(['ask', 'status']) }
  },
})

function failed({ error: { message, fix } }: Failed) {
  return { ok: false, error: fix === undefined ? message : `${message} ${fix}` }
}
